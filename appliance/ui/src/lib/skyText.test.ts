import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useLanguage } from './i18n/inLanguage.testing'
import { setMessages } from './i18n/messages'
import { skyText } from './skyText'

test('the weather is worded on the device', async () => {
  await useLanguage('de')
  expect(skyText({ code: 61 })).toBe('Leichter Regen')
  expect(skyText({ code: 1234 })).toBe('Unbekannt')
})

test('every code has the name that the server gives it', async () => {
  await useLanguage('en')
  const rules = readFileSync(new URL('../../../weather/rules.py', import.meta.url), 'utf8')
  const codes = [...rules.matchAll(/^ {4}(\d+): \("[^"]+", "(\w+)"\),$/gm)]
  expect(codes.length).toBeGreaterThan(20)
  setMessages({ sky: Object.fromEntries(codes.map(([, , name]) => [name!, name!])) })
  for (const [, code, name] of codes) expect(skyText({ code: Number(code) })).toBe(name)
})
