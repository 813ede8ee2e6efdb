import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiError } from '../http/client'
import { useTexts } from '../i18n/dictionary'
import { setPluralRules } from '../i18n/translate'
import { formErrorOf } from './apiError'
import { codedText } from './codedText'
import { errorMessage } from './errorMessage'
import { wording } from './wording'

beforeEach(() => {
  wording.of = codedText
  useTexts({
    errors: {
      not_enough_points: 'Nicht genug Punkte: kostet {price}, da sind {balance}.',
      empty: 'Bitte ausfüllen.',
      not_found: 'Das gibt es nicht mehr.',
    },
  })
})
afterEach(() => useTexts({}))

const poor = new ApiError(402, 'Not enough points', { code: 'not_enough_points', price: 20, balance: 5 })
const nameless = new ApiError(400, 'name: must not be empty', { code: 'empty' })

test('an error with a code is worded in the language', () => {
  expect(errorMessage(poor)).toBe('Nicht genug Punkte: kostet 20, da sind 5.')
  expect(formErrorOf(nameless)).toEqual({ field: 'name', text: 'Bitte ausfüllen.', code: 'empty' })
})

test('some errors without a code are worded by their status', () => {
  expect(formErrorOf(new ApiError(404, 'not found'))).toEqual({ field: null, text: 'Das gibt es nicht mehr.' })
})

test('without a text in the language the server’s own is shown', () => {
  expect(formErrorOf(new ApiError(400, 'name: is odd', { code: 'odd' })).text).toBe('Is odd.')
  useTexts({})
  setPluralRules('en')
  expect(formErrorOf(nameless).text).toBe('Must not be empty.')
})
