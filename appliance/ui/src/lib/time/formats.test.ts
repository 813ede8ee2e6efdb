import { afterEach, expect, test } from 'vitest'
import { useLanguage } from '../i18n/inLanguage.testing'
import { setClockStyle } from './clockStyle.svelte'
import { isDayFirst } from '../quickAdd/dayFirst'
import { formatList } from '../i18n/textList'
import { formatDay, formatDays, formatMinutes, formatTimes } from './formats'
import { numericDay } from './numericDay'

afterEach(() => void setClockStyle('auto'))

const plain = (words: string) => words.replace(/\s/g, ' ')

test('a value formatted again is the same after the cache was cleared', () => {
  const first = formatDay('2026-01-01', { day: 'numeric', month: 'short', year: 'numeric' })
  for (let at = 0; at < 1500; at += 1)
    formatDay(new Date(at * 86_400_000).toISOString().slice(0, 10), { day: 'numeric', month: 'short', year: 'numeric' })
  expect(formatDay('2026-01-01', { day: 'numeric', month: 'short', year: 'numeric' })).toBe(first)
  expect(formatDay('2026-01-02', { day: 'numeric', month: 'short', year: 'numeric' })).not.toBe(first)
})

test('a range of one day or minute is formatted as that day or minute', () => {
  expect(formatDays('2026-11-16', '2026-11-16', { day: 'numeric', month: 'long' })).toBe(
    formatDay('2026-11-16', { day: 'numeric', month: 'long' }),
  )
  expect(formatMinutes(1440)).toBe(formatMinutes(0))
})

test('a range names both ends and a shared month once', () => {
  const words = plain(formatDays('2026-11-16', '2026-11-22', { day: 'numeric', month: 'long' }))
  expect(words).toContain('16')
  expect(words).toContain('22')
  expect(words.match(/November/g)).toHaveLength(1)
})

test.each([
  ['en-GB', 420, 435, '7:00 – 7:15'],
  ['en-GB', 1290, 1440, '21:30 – 0:00'],
  ['fr', 420, 435, '7:00 – 7:15'],
  ['en-US', 420, 435, '7:00 – 7:15 AM'],
  ['en-US', 690, 780, '11:30 AM – 1:00 PM'],
  ['en-US', 1290, 360, '9:30 PM – 6:00 AM'],
])('in %s a range of times has one form', async (language, start, end, words) => {
  await useLanguage(language)
  expect(plain(formatTimes(start, end)).replace(/\b0(?=\d:)/g, '')).toBe(words)
})

test('formats follow a change of the language', async () => {
  const { fullDay, names } = { fullDay: { weekday: 'long', day: 'numeric', month: 'long' } as const, names: ['A', 'B'] }
  await useLanguage('en-GB')
  expect([formatDay('2026-11-23', fullDay), formatList(names)]).toEqual(['Monday 23 November', 'A and B'])
  await useLanguage('fr')
  expect([formatDay('2026-11-23', fullDay), formatList(names)]).toEqual(['lundi 23 novembre', 'A et B'])
})

test.each([
  ['en-US', 'auto', 'Nov 3', '11/03/2026', false],
  ['en-US', 'dmy', '3 Nov', '03/11/2026', true],
  ['en-US', 'ymd', 'Nov 3', '2026-11-03', false],
  ['en-GB', 'auto', '3 Nov', '03/11/2026', true],
  ['en-GB', 'mdy', 'Nov 3', '11/03/2026', false],
  ['fr', 'auto', '3 nov.', '03/11/2026', true],
  ['fr', 'mdy', 'nov. 3', '11/03/2026', false],
  ['fr', 'ymd', 'nov. 3', '2026-11-03', false],
  ['de', 'auto', '3. Nov.', '03.11.2026', true],
  ['de', 'dmy', '3. Nov.', '03.11.2026', true],
  ['de', 'mdy', 'Nov. 3', '11.03.2026', false],
  ['pl', 'ymd', 'lis 3', '2026-11-03', false],
] as const)('in %s with the order %s a date is %s or %s', async (language, order, words, numbers, dayFirst) => {
  await useLanguage(language)
  await setClockStyle('auto', order)
  expect(formatDay('2026-11-03', { day: 'numeric', month: 'short' })).toBe(words)
  expect(numericDay('2026-11-03', order)).toBe(numbers)
  expect(isDayFirst()).toBe(dayFirst)
})

test.each([
  ['de', 'ymd', 'Di., 2026 Nov. 3', 'Dienstag, 3. November 2026', '2026 Nov. 3 – 2026 Nov. 5'],
  ['es', 'mdy', 'mar, nov 3, 2026', 'martes, 3 de noviembre de 2026', 'nov 3, 2026 – nov 5, 2026'],
  ['en-US', 'ymd', 'Tue, 2026 Nov 3', 'Tuesday, November 3, 2026', '2026 Nov 3 – 2026 Nov 5'],
  ['en-US', 'dmy', 'Tue, 3 Nov 2026', 'Tuesday, 3 November 2026', '3 – 5 Nov 2026'],
] as const)('in %s the order %s is that of short dates', async (language, order, short, long, range) => {
  await useLanguage(language)
  await setClockStyle('auto', order)
  const year = { day: 'numeric', year: 'numeric' } as const
  expect(formatDay('2026-11-03', { ...year, weekday: 'short', month: 'short' })).toBe(short)
  expect(formatDay('2026-11-03', { ...year, weekday: 'long', month: 'long' })).toBe(long)
  expect(formatDays('2026-11-03', '2026-11-05', { ...year, month: 'short' })).toBe(range)
})
