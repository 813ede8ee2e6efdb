import { expect, test } from 'vitest'
import { nameOf } from './languageNames'
import { bestLanguage } from './languages'

test.each([
  [['de-AT', 'en-US'], 'de'],
  [['pt-BR', 'fr-CA'], 'fr'],
  [['pt', 'ja'], 'en'],
  [[], 'en'],
  [['en-XA'], 'en-XA'],
  [[''], 'en'],
])('of %s the best language is %s', (wanted, language) => {
  expect(bestLanguage(wanted, ['en', 'de', 'fr', 'en-XA'])).toBe(language)
})

test('a language is named in itself', () => {
  expect(['de', 'fr', 'pl', 'en'].map(nameOf)).toEqual(['Deutsch', 'Français', 'Polski', 'English'])
})
