import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../http/client'
import { useLanguage } from '../i18n/inLanguage.testing'
import { formErrorOf } from './apiError'
import { errorMessage } from './errorMessage'

beforeEach(() => useLanguage('de'))

const poor = new ApiError(402, 'Not enough points', { code: 'not_enough_points', price: 20, balance: 5 })
const nameless = new ApiError(400, 'name: must not be empty', { code: 'empty' })

test('an error with a code is worded in the language', () => {
  expect(errorMessage(poor)).toBe('Nicht genug Punkte: Der Preis ist 20, der Punktestand 5.')
  expect(formErrorOf(nameless)).toEqual({ field: 'name', text: 'Bitte ausfüllen.', code: 'empty' })
})

test('some errors without a code are worded by their status', () => {
  expect(formErrorOf(new ApiError(404, 'not found'))).toEqual({ field: null, text: 'Das gibt es nicht mehr.' })
})

test('without a text in the language, and in English, the server’s own is shown', async () => {
  expect(formErrorOf(new ApiError(400, 'name: is odd', { code: 'odd' })).text).toBe('Is odd.')
  await useLanguage('en')
  expect(formErrorOf(nameless).text).toBe('Must not be empty.')
})
