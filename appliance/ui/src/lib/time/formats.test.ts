import { expect, test } from 'vitest'
import { formatDay, formatDays, formatMinutes, formatTimes } from './formats'

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
  expect(formatTimes(975, 975)).toBe(formatMinutes(975))
  expect(formatMinutes(1440)).toBe(formatMinutes(0))
})

test('a range names both ends and a shared month once', () => {
  const words = plain(formatDays('2026-11-16', '2026-11-22', { day: 'numeric', month: 'long' }))
  expect(words).toContain('16')
  expect(words).toContain('22')
  expect(words.match(/November/g)).toHaveLength(1)
})
