import { expect, test } from 'vitest'
import { EVENTS } from '$lib/api/webhooks'
import { addTexts } from '$lib/i18n/dictionary'
import en from '../../../words/en.json'
import { duration, eventWords, hostOf, listening, outcome } from './webhookText'

addTexts('webhookSettings', en.webhookSettings)

test('every event type has its own text', () => {
  const texts = EVENTS.map(eventWords)
  expect(texts.filter((words) => words.includes('.'))).toEqual([])
  expect(new Set(texts).size).toBe(EVENTS.length)
  expect(eventWords('robot.started')).toBe('robot.started')
})

test.each([
  [[], 'Everything that happens'],
  [['chore.completed'], 'A chore is done'],
  [['chore.completed', 'display.paired'], 'A chore is done, A screen is paired'],
  [['chore.completed', 'display.paired', 'list.changed'], '3 kinds of news'],
])('%j is shown as %s', (events, expected) => {
  expect(listening(events)).toBe(expected)
})

test.each([
  ['delivered', 204, null, 'Delivered (answered 204)'],
  ['failed', 500, 'answered 500', 'The receiver has a fault of its own (answered 500)'],
  ['failed', 403, 'answered 403', 'The receiver refuses it (answered 403)'],
  [
    'failed',
    302,
    'answered 302, a redirect; redirects are not followed',
    'The receiver points elsewhere, which is not followed (answered 302)',
  ],
  ['failed', null, 'lamp.local did not answer in time', 'Lamp.local did not answer in time'],
  ['skipped', null, 'the webhook was switched off', 'The webhook was switched off'],
  ['waiting', null, null, 'Waits to be sent'],
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
