import { expect, test } from 'vitest'
import { progressOf } from './chores'
import type { DayChore } from './types'

test('progress counts only the member’s own chores', () => {
  const day = [
    { memberId: 'ana', completed: true },
    { memberId: 'ana', completed: false },
    { memberId: null, completed: true },
    { memberId: 'ben', completed: false },
  ] as DayChore[]
  expect(progressOf(day, 'ana')).toEqual({ done: 1, total: 2 })
  expect(progressOf(day, null)).toEqual({ done: 1, total: 1 })
})
