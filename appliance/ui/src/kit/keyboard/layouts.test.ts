import { expect, it } from 'vitest'
import { keyboardLanguage, keysOf, LANGUAGES, LAYOUTS, variantsOf } from './layouts'

it.each([
  ['auto', 'de-CH', 'qwertzuiopü'],
  ['auto', 'fr', 'azertyuiop'],
  ['auto', 'pl', 'qwertyuiop'],
  ['es', 'de', 'qwertyuiop'],
  ['auto', 'ja-JP', 'qwertyuiop'],
])('the setting %s with the UI in %s begins with %s', (setting, ui, row) => {
  expect(LAYOUTS[keyboardLanguage(setting, ui)][0]).toBe(row)
})

it.each(LANGUAGES)('the keyboard of %s has every letter of the alphabet once', (language) => {
  const keys = LAYOUTS[language].flatMap((row) => keysOf(row))
  expect([...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => !keys.includes(letter))).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
})

it('a long press offers letters that have no key of their own', () => {
  expect(variantsOf('o', 'de')).toEqual(['ó', 'ò', 'ô', 'õ', 'ø', 'œ'])
  expect(variantsOf('n', 'es')).toEqual(['ń'])
  expect(variantsOf('q', 'en')).toEqual([])
})

it.each([
  ['fr', 'àâçéèêëîïôœùûüÿ'],
  ['it', 'àèéìòù'],
  ['nl', 'éëïóöü'],
  ['pl', 'ąćęłńóśźż'],
  ['es', 'áéíñóúü'],
  ['de', 'äöüß'],
] as const)('a keyboard of %s has every letter of the language, its own ones first', (language, letters) => {
  const keys = LAYOUTS[language].flatMap((row) => keysOf(row))
  const offered = [...keys, ...keys.flatMap((key) => variantsOf(key, language))]
  expect([...letters].filter((letter) => !offered.includes(letter))).toEqual([])
  expect(variantsOf('z', 'pl').slice(0, 2)).toEqual(['ż', 'ź'])
  expect(variantsOf('e', 'it').slice(0, 2)).toEqual(['é', 'è'])
})
