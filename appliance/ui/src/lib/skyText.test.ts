import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTexts } from './i18n/dictionary'
import { setPluralRules } from './i18n/translate'
import { skyText } from './skyText'
import german from '../words/de.json'

beforeEach(() => setPluralRules('en'))
afterEach(() => useTexts({}))

test('the weather is worded on the device', () => {
  useTexts(german)
  expect(skyText({ code: 61 })).toBe('Leichter Regen')
  expect(skyText({ code: 1234 })).toBe('Unbekannt')
})

test('every code has the name that the server gives it', () => {
  const rules = readFileSync(new URL('../../../weather/rules.py', import.meta.url), 'utf8')
  const codes = [...rules.matchAll(/^ {4}(\d+): \("[^"]+", "(\w+)"\),$/gm)]
  expect(codes.length).toBeGreaterThan(20)
  useTexts({ sky: Object.fromEntries(codes.map(([, , name]) => [name!, name!])) })
  for (const [, code, name] of codes) expect(skyText({ code: Number(code) })).toBe(name)
})
