import { expect, test } from 'vitest'
import { ApiError } from '../http/client'
import { formErrorOf } from './apiError'

test.each([
  ['url: must be a http or https address', 'url', 'Must be a http or https address.'],
  ['prefs.summaryTime: must be HH:MM', 'prefs.summaryTime', 'Must be HH:MM.'],
  ['request: malformed JSON', null, 'Malformed JSON.'],
  ['feeds.example could not be found', null, 'Feeds.example could not be found.'],
  [
    'the calendar ends in the middle; the old events are kept',
    null,
    'The calendar ends in the middle; the old events are kept.',
  ],
])('%s', (message, field, text) => {
  expect(formErrorOf(new ApiError(400, message))).toEqual({ field, text })
})

test('an unreachable server names no field', () => {
  expect(formErrorOf(new ApiError(0, 'no answer')).field).toBeNull()
})
