import { expect, test } from 'vitest'
import { byDay, targetOf } from './feedDays'
import type { Entry } from '$lib/api/types'

const entryAt = (at: string) => ({ id: at, at }) as Entry

test('entries are grouped by day in the household’s zone', () => {
  const entries = [
    '2026-11-20T23:30:00.000Z',
    '2026-11-20T22:59:59.999Z',
    '2026-11-20T01:00:00.000Z',
    '2026-11-18T12:00:00.000Z',
  ].map(entryAt)
  expect(byDay(entries, 'Europe/Berlin').map(({ day, entries: shown }) => [day, shown.length])).toEqual([
    ['2026-11-21', 1],
    ['2026-11-20', 2],
    ['2026-11-18', 1],
  ])
  expect(byDay([], 'Europe/Berlin')).toEqual([])
})

test.each([
  ['/#/calendar?event=a&at=b', { hash: '#/calendar?event=a&at=b' }],
  ['/chores', { hash: '#/chores' }],
  ['/lists/4?item=5', { hash: '#/lists/4?item=5' }],
  ['/', { hash: '#/' }],
  ['http://home.test:8080/#/lists', { hash: '#/lists' }],
  ['https://shop.test/a', { away: 'https://shop.test/a' }],
  ['javascript:alert(1)', {}],
  ['', {}],
  [null, {}],
])('%s leads to %j', (url, expected) => {
  expect(targetOf(url, 'http://home.test:8080')).toEqual(expected)
})
