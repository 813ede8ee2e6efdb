import { expect, test } from 'vitest'
import { stepTickOf } from './stepTicks'

const path = '/api/chores/c1/steps/s1/complete'

test('a change that ticks a step', () => {
  expect(stepTickOf({ method: 'POST', path, body: { date: '2026-11-20', memberId: 'm' } } as never)).toEqual({
    id: 'c1',
    stepId: 's1',
    day: '2026-11-20',
    done: true,
    by: 'm',
  })
})

test('a change that opens a step', () => {
  expect(
    stepTickOf({ method: 'DELETE', path: `${path}?date=2026-11-20&memberId=m`, body: undefined } as never),
  ).toEqual({
    id: 'c1',
    stepId: 's1',
    day: '2026-11-20',
    done: false,
    by: 'm',
  })
})

test('a change to the chore is none of a step', () => {
  expect(
    stepTickOf({ method: 'POST', path: '/api/chores/c1/complete', body: { date: '2026-11-20' } } as never),
  ).toBeNull()
})
