import { expect, it } from 'vitest'
import { ApiError } from '$lib/http/client'
import { isFor, limitsOf, pauseOf, reasonOf } from './rewardText'

it('is for everybody when it names nobody', () => {
  expect(isFor({ memberIds: [] }, 'ida')).toBe(true)
  expect(isFor({ memberIds: ['ida'] }, 'ida')).toBe(true)
  expect(isFor({ memberIds: ['ida'] }, 'theo')).toBe(false)
  expect(isFor({ memberIds: ['ida'] }, undefined)).toBe(false)
})

it('names the limits of a reward', () => {
  expect(limitsOf({ stock: null, weeklyLimit: null, needsApproval: false })).toEqual([])
  expect(limitsOf({ stock: 0, weeklyLimit: 1, needsApproval: true })).toEqual([
    'None left',
    'Once a week',
    'A parent says yes',
  ])
  expect(limitsOf({ stock: 3, weeklyLimit: 2, needsApproval: false })).toEqual(['3 left', '2 times a week'])
})

it.each([
  ['nothing was redeemed', 1, [], null],
  ['one waits', null, [['waiting', '2026-11-01']], 'Waiting for a parent’s yes'],
  ['the week is used up', 1, [['approved', '2026-11-16']], 'Again on Monday, November 23'],
  ['it was last week', 1, [['approved', '2026-11-15']], null],
  ['it was declined', 1, [['declined', '2026-11-17']], null],
  ['once more', 2, [['approved', '2026-11-17']], null],
] as const)('says when it is possible again: %s', (_, weeklyLimit, own, expected) => {
  const redeemed = own.map(([state, date]) => ({ rewardId: 'film', state, date }))
  expect(pauseOf({ id: 'film', weeklyLimit }, redeemed, '2026-11-20', 1)).toBe(expected)
  expect(pauseOf({ id: 'other', weeklyLimit }, redeemed, '2026-11-20', 1)).toBe(null)
})

it('says why it cannot be redeemed', () => {
  const failed = (status: number, body: Record<string, unknown>) => reasonOf(new ApiError(status, 'no', body))
  expect(failed(402, { price: 20, balance: 5 })).toBe('Not enough points: the price is 20, the balance is 5.')
  expect(failed(409, { stock: 0 })).toBe('None left.')
  expect(failed(409, { weeklyLimit: 1 })).toBe('Not again this week.')
  expect(failed(409, {})).toBe('This reward is not offered at the moment.')
})
