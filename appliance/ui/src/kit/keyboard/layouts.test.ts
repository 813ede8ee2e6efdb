import { expect, it } from 'vitest'
import { keysOf, LANGUAGES, LAYOUTS, layoutOf, variantsOf } from './layouts'

it.each([
  ['auto', 'de-CH', 'qwertzuiopü'],
  ['auto', 'fr', 'azertyuiop'],
  ['es', 'de', 'qwertyuiop'],
  ['auto', 'ja-JP', 'qwertyuiop'],
])('the setting %s on a device in %s begins with %s', (setting, device, row) => {
  expect(layoutOf(setting, device)[0]).toBe(row)
})

it.each(LANGUAGES)('the keyboard of %s has every letter of the alphabet once', (language) => {
  const keys = LAYOUTS[language].flatMap((row) => keysOf(row))
  expect([...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => !keys.includes(letter))).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
})

it('a long press offers letters that have no key of their own', () => {
  expect(variantsOf('o', LAYOUTS.de)).toEqual(['ó', 'ò', 'ô', 'õ', 'ø', 'œ'])
  expect(variantsOf('n', LAYOUTS.es)).toEqual(['ń'])
  expect(variantsOf('q', LAYOUTS.en)).toEqual([])
})
