import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  daysBetween,
  instantOf,
  isDay,
  localOf,
  monthGrid,
  parseTime,
  spanOf,
  timeText,
  todayIn,
  week,
  weekStart,
} from './dates'

test.each([
  ['2026-11-20T15:24:00.000Z', 'UTC', '2026-11-20', 924],
  ['2026-11-20T23:30:00.000Z', 'Europe/Berlin', '2026-11-21', 30],
  ['2026-07-01T00:15:00.000Z', 'America/Los_Angeles', '2026-06-30', 1035],
  ['2026-01-01T00:00:00.000Z', 'Asia/Kathmandu', '2026-01-01', 345],
  ['2011-12-30T09:59:00.000Z', 'Pacific/Apia', '2011-12-29', 1439],
  ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31', 0],
])('%s is read in %s', (iso, zone, date, minutes) => {
  expect(localOf(iso, zone)).toEqual({ date, minutes })
})

test.each([
  ['an ordinary time', '2026-11-20', 960, 'Europe/Berlin', '2026-11-20T15:00:00.000Z', false, false],
  ['the hour Berlin skips', '2026-03-29', 150, 'Europe/Berlin', '2026-03-29T01:30:00.000Z', true, false],
  ['the hour Berlin repeats', '2026-10-25', 150, 'Europe/Berlin', '2026-10-25T00:30:00.000Z', false, true],
  ['the hour New York skips', '2026-03-08', 150, 'America/New_York', '2026-03-08T07:30:00.000Z', true, false],
  ['the half hour Lord Howe skips', '2026-10-04', 135, 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z', true, false],
  [
    'the half hour Lord Howe repeats',
    '2026-04-05',
    105,
    'Australia/Lord_Howe',
    '2026-04-04T14:45:00.000Z',
    false,
    true,
  ],
  ['the day Apia skipped', '2011-12-30', 720, 'Pacific/Apia', '2011-12-30T22:00:00.000Z', true, false],
  ['the day after it', '2011-12-31', 30, 'Pacific/Apia', '2011-12-30T10:30:00.000Z', false, false],
  ['midnight that Beirut skips', '2026-03-29', 30, 'Asia/Beirut', '2026-03-28T22:30:00.000Z', true, false],
])('%s', (_, date, minutes, zone, iso, gap, overlap) => {
  expect(instantOf(date, minutes, zone)).toEqual({ iso, gap, overlap })
})

test('local times convert to instants and back, except in gaps', () => {
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'Africa/Casablanca']) {
    for (let day = 0; day < 366; day += 1) {
      const date = addDays('2026-01-01', day)
      for (let minutes = 0; minutes < 1440; minutes += 240) {
        const { iso, gap } = instantOf(date, minutes, zone)
        if (!gap) expect(localOf(iso, zone)).toEqual({ date, minutes })
      }
    }
  }
})

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
])('%s plus %i days', (date, days, expected) => {
  expect(addDays(date, days)).toBe(expected)
  expect(daysBetween(date, expected)).toBe(days)
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2024-02-29', 12, '2025-02-28'],
])('%s plus %i months', (date, months, expected) => {
  expect(addMonths(date, months)).toBe(expected)
})

test.each([
  ['2026-11-20', 1, '2026-11-16'],
  ['2026-11-20', 0, '2026-11-15'],
  ['2026-11-22', 1, '2026-11-16'],
  ['2026-11-22', 0, '2026-11-22'],
] as const)('the week of %s starting on %i', (date, first, expected) => {
  expect(weekStart(date, first)).toBe(expected)
  expect(week(date, first)).toHaveLength(7)
})

test.each([
  ['2026-11-20', 1, 6, '2026-10-26', '2026-12-06'],
  ['2026-02-10', 0, 4, '2026-02-01', '2026-02-28'],
  ['2026-02-10', 1, 5, '2026-01-26', '2026-03-01'],
] as const)('the grid of %s from day %i has %i rows', (date, first, rows, from, to) => {
  const grid = monthGrid(date, first)
  expect([grid.length, grid[0]![0], grid.at(-1)![6]]).toEqual([rows, from, to])
})

describe('the days of an event', () => {
  test.each([
    ['one all-day date', '2026-11-20', '2026-11-21', true, { first: '2026-11-20', last: '2026-11-20' }],
    ['three all-day dates', '2026-11-20', '2026-11-23', true, { first: '2026-11-20', last: '2026-11-22' }],
    ['an all-day event of no length', '2026-11-20', '2026-11-20', true, { first: '2026-11-20', last: '2026-11-20' }],
    [
      'an evening until midnight',
      '2026-11-20T19:00:00.000Z',
      '2026-11-20T23:00:00.000Z',
      false,
      { last: '2026-11-20', endMinutes: 1440 },
    ],
    [
      'a night',
      '2026-11-20T21:00:00.000Z',
      '2026-11-21T05:00:00.000Z',
      false,
      { first: '2026-11-20', last: '2026-11-21', endMinutes: 360 },
    ],
    [
      'a moment at midnight',
      '2026-11-20T23:00:00.000Z',
      '2026-11-20T23:00:00.000Z',
      false,
      { first: '2026-11-21', last: '2026-11-21', endMinutes: 0 },
    ],
  ])('%s', (_, start, end, allDay, expected) => {
    expect(spanOf({ start, end, allDay }, 'Europe/Berlin')).toMatchObject(expected)
  })
})

test('today changes at the household’s midnight', () => {
  const now = Date.parse('2026-11-20T23:30:00Z')
  expect([todayIn('Europe/Berlin', now), todayIn('UTC', now)]).toEqual(['2026-11-21', '2026-11-20'])
})

test.each([
  ['2026-02-30', false],
  ['2026-02-28', true],
  ['2026-2-8', false],
  ['', false],
])('%s is a date: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test.each([
  ['07:05', 425],
  ['23:59', 1439],
  ['24:00', NaN],
  ['7:05', NaN],
])('%s in minutes', (text, expected) => {
  expect(parseTime(text)).toBe(expected)
  if (!Number.isNaN(expected)) expect(timeText(expected)).toBe(text)
})
