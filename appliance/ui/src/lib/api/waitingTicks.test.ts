import { expect, test } from 'vitest'
import type { Change } from '../outbox/outbox.svelte'
import { boardWithTicks } from './board'
import { withTicks } from './chores'
import { choresWithTicks } from './snapshot'
import type { Board, BoardChore, DatedChore, DayChore } from './types'

const DAY = '2026-11-20'
const tick: Change = { key: '+', method: 'POST', path: '/api/chores/bed/complete', body: { date: DAY }, at: 0 }
const untick: Change = {
  key: '-',
  method: 'DELETE',
  path: `/api/chores/bed/complete?date=${DAY}`,
  body: undefined,
  at: 0,
}

const waits = ({ needsApproval }: { needsApproval?: boolean | null }) => needsApproval === true
const stateOf = ({ done, pending }: { done: boolean; pending?: boolean }) =>
  done ? 'done' : pending ? 'waiting' : 'open'

/** What this device, which is no parent's, shows before the server has answered. */
test.each([
  ['a tick waits where the chore needs a yes', true, false, [tick], 'waiting', 0],
  ['a tick counts where it needs none', false, false, [tick], 'done', 1],
  ['a waiting tick is withdrawn', true, true, [untick], 'open', 0],
  ['a tick that is withdrawn at once', false, false, [tick, untick], 'open', 0],
])('%s', (_, needsApproval, pending, changes: Change[], expected, counted) => {
  const chore = { id: 'bed', memberId: 'ana', points: 2, completed: false, pending, needsApproval } as BoardChore
  const member = { id: 'ana', chores: { done: 0, total: 1 }, pointsToday: 0 }
  const board = { date: DAY, chores: [chore], members: [member] } as unknown as Board
  const shown = boardWithTicks(board, changes, -1, waits)
  expect(stateOf({ ...shown.chores[0]!, done: shown.chores[0]!.completed })).toBe(expected)
  expect(shown.members[0]!.chores.done).toBe(counted)

  const dated = { id: 'bed', date: DAY, done: false, pending, needsApproval } as DatedChore
  expect(stateOf(choresWithTicks([dated], changes, -1, 'ana', waits)[0]!)).toBe(expected)
})

test('the last step of a routine waits too', () => {
  const steps = [
    { id: 'a', done: true },
    { id: 'b', done: false },
  ]
  const routine = { id: 'bed', date: DAY, done: false, needsApproval: true, steps } as DatedChore
  const last: Change = {
    key: 's',
    method: 'POST',
    path: '/api/chores/bed/steps/b/complete',
    body: { date: DAY },
    at: 0,
  }
  const [shown] = choresWithTicks([routine], [last], -1, 'ana', waits)
  expect([shown!.done, shown!.pending]).toEqual([false, true])
})

const step = (id: string, by?: string): Change => ({
  key: id,
  method: 'POST',
  path: `/api/chores/bed/steps/${id}/complete`,
  body: by ? { date: DAY, memberId: by } : { date: DAY },
  at: 0,
})
const reopened: Change = {
  key: '-b',
  method: 'DELETE',
  path: `/api/chores/bed/steps/b/complete?date=${DAY}`,
  body: undefined,
  at: 0,
}

test.each([
  ['a step is counted', false, [step('b')], 'open', 2, 0],
  ['the last step completes the routine', false, [step('b'), step('c')], 'done', 3, 1],
  ['the last step waits where the chore needs a yes', true, [step('b'), step('c')], 'waiting', 3, 0],
  ['a step that is opened again', false, [step('b'), step('c'), reopened], 'open', 2, 0],
  ['a step that is ticked twice', false, [step('b'), step('b')], 'open', 2, 0],
])('%s on the board', (_, needsApproval, changes: Change[], expected, stepsDone, counted) => {
  const chore = { id: 'bed', memberId: 'ana', points: 2, completed: false, pending: false, needsApproval, stepsDone: 1 }
  const member = { id: 'ana', chores: { done: 0, total: 1 }, pointsToday: 0 }
  const board = { date: DAY, chores: [{ ...chore, stepsTotal: 3 }], members: [member] } as unknown as Board
  const shown = boardWithTicks(board, changes, -1, waits)
  const [bed] = shown.chores
  expect([stateOf({ ...bed!, done: bed!.completed }), bed!.stepsDone]).toEqual([expected, stepsDone])
  expect([shown.members[0]!.chores.done, shown.members[0]!.pointsToday]).toEqual([counted, 2 * counted])
})

test('the last step waits on the screen of chores too', () => {
  const steps = [{ id: 'b', done: false }]
  const routine = { id: 'bed', memberId: 'ana', completed: false, needsApproval: true, steps } as unknown as DayChore
  const [shown] = withTicks([routine], DAY, [step('b')], -1, (chore) => chore.needsApproval === true)
  expect([shown!.completed, shown!.pending]).toEqual([false, true])
})

test('a step of a copy counts for that copy only', () => {
  const copies = ['ana', 'ben'].map((memberId) => ({
    ...{ id: 'bed', memberId, share: 'each', points: 2, completed: false, stepsDone: 0, stepsTotal: 1 },
  }))
  const board = { date: DAY, chores: copies, members: [] } as unknown as Board
  const shown = boardWithTicks(board, [step('b', 'ben')], -1, waits)
  expect(shown.chores.map(({ completed }) => completed)).toEqual([false, true])

  const steps = [{ id: 'b', done: false }]
  const dated = { id: 'bed', date: DAY, share: 'each', done: false, steps } as unknown as DatedChore
  expect(choresWithTicks([dated], [step('b', 'ben')], -1, 'ana', waits)[0]!.done).toBe(false)
})
