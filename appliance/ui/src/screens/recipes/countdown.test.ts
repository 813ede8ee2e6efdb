import { expect, test } from 'vitest'
import { alive, leftOf } from './countdown.svelte'

const timer = { id: 'x', title: 'Eggs', recipeId: null, step: null, seconds: 300, endsAt: '2026-11-20T15:05:00.000Z' }
const at = (time: string) => Date.parse(`2026-11-20T${time}Z`)

test('what is left is rounded up, and never more than the timer has', () => {
  expect(leftOf(timer, at('15:00:00.000'))).toBe(300)
  expect(leftOf(timer, at('15:04:59.100'))).toBe(1)
  expect(leftOf(timer, at('15:05:01.000'))).toBe(0)
  expect(leftOf(timer, at('14:59:00.000'))).toBe(300)
})

test('a timer rings for ten minutes', () => {
  expect(alive([timer], at('15:14:59.000'))).toEqual([timer])
  expect(alive([timer], at('15:15:01.000'))).toEqual([])
})
