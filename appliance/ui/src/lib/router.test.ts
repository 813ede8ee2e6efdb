import { expect, test } from 'vitest'
import { href, parse } from './router.svelte'

test.each([
  ['', { path: '/', parts: [], query: {} }],
  ['#/calendar', { path: '/calendar', parts: ['calendar'], query: {} }],
  ['#/lists/a%2Fb', { path: '/lists/a/b', parts: ['lists', 'a/b'], query: {} }],
  ['#/lists/%E0%A4', { path: '/lists/%E0%A4', parts: ['lists', '%E0%A4'], query: {} }],
  [
    '#/calendar?event=e_1&at=2026-11-20T15:00:00.000Z',
    { path: '/calendar', parts: ['calendar'], query: { event: 'e_1', at: '2026-11-20T15:00:00.000Z' } },
  ],
])('reads %s', (hash, expected) => {
  expect(parse(hash)).toEqual(expected)
})

test('a hash is parsed back without its empty values', () => {
  const address = href('/calendar', { event: 'a&b', view: '', at: null })
  expect(address).toBe('#/calendar?event=a%26b')
  expect(parse(address).query).toEqual({ event: 'a&b' })
})
