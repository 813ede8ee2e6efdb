import { expect, test } from 'vitest'
import { EVENTS } from '$lib/api/webhooks'
import { duration, eventWords, hostOf, listening, outcome } from './webhookText'

test('every event type has its own text', () => {
  const texts = EVENTS.map(eventWords)
  expect(texts.filter((words) => words.includes('.'))).toEqual([])
  expect(new Set(texts).size).toBe(EVENTS.length)
  expect(eventWords('robot.started')).toBe('robot.started')
})

test.each([
  [[], 'All events'],
  [['chore.completed'], 'Chore completed'],
  [['chore.completed', 'display.paired'], 'Chore completed, Screen paired'],
  [['chore.completed', 'display.paired', 'list.changed'], '3 event types'],
])('%j is shown as %s', (events, expected) => {
  expect(listening(events)).toBe(expected)
})

test.each([
  ['delivered', 204, null, 'Delivered (status 204)'],
  ['failed', 500, 'answered 500', 'Server error (status 500)'],
  ['failed', 403, 'answered 403', 'Access denied (status 403)'],
  ['failed', 302, 'answered 302, a redirect; redirects are not followed', 'Redirect not followed (status 302)'],
  ['failed', null, 'lamp.local did not answer in time', 'Lamp.local did not answer in time'],
  ['skipped', null, 'the webhook was switched off', 'The webhook was switched off'],
  ['waiting', null, null, 'Waiting'],
] as const)('%s, %s, %s', (state, status, error, expected) => {
  expect(outcome({ state, status, error })).toBe(expected)
})

test('durations have a short format', () => {
  expect(duration(85)).toBe('85 ms')
  expect(duration(4970)).toBe('5 s')
})

test('only the host of an address is shown', () => {
  expect(hostOf('https://user:word@hooks.example.org:8443/a?token=b')).toBe('hooks.example.org:8443')
  expect(hostOf('nonsense')).toBe('nonsense')
})
