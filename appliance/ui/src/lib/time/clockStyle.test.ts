import { expect, test } from 'vitest'
import { useLanguage } from '../i18n/inLanguage.testing'
import { setClockStyle } from './clockStyle.svelte'
import { twelveHours } from './typedTime'
import { formatInstant, formatMinutes } from './formats'

test.each([
  ['en-US', 'auto', '5:05 PM', true],
  ['en-US', '24', '17:05', false],
  ['en-GB', 'auto', '17:05', false],
  ['en-GB', '12', '5:05 pm', true],
  ['fr', '12', '5:05 PM', true],
] as const)('in %s with the clock %s it is %s', async (language, style, text, twelve) => {
  await useLanguage(language)
  await setClockStyle(style)
  expect(formatMinutes(17 * 60 + 5).replace(/\s/g, ' ')).toBe(text)
  expect(formatInstant('2026-11-20T17:05:00Z', 'UTC', { hour: 'numeric', minute: '2-digit' }).replace(/\s/g, ' ')).toBe(
    text,
  )
  expect(twelveHours()).toBe(twelve)
})
