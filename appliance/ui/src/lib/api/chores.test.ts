import { describe, expect, test } from 'vitest'
import type { Change } from '../outbox/outbox.svelte'
import { progressOf, withTicks } from './chores'
import type { DayChore } from './types'

const DAY = '2026-11-20'
const chore = (id: string, memberId: string | null, completed = false): DayChore =>
  ({
    id,
    title: id,
    emoji: null,
    memberId,
    points: 2,
    rrule: 'FREQ=DAILY',
    dueDate: null,
    dueTime: null,
    active: true,
    sort: 0,
    listId: null,
    completed,
    completedAt: completed ? '2026-11-20T07:00:00.000Z' : null,
    completedBy: completed ? memberId : null,
    checklist: null,
    memberIds: [],
    share: null,
    turnBy: 'due',
    turn: null,
  }) as Partial<DayChore> as DayChore
const ticked = (id: string, day: string, by?: string): Change => ({
  key: `+${id}`,
  method: 'POST',
  path: `/api/chores/${id}/complete`,
  body: by ? { date: day, memberId: by } : { date: day },
  at: 0,
})
const unticked = (id: string, day: string): Change => ({
  key: `-${id}`,
  method: 'DELETE',
  path: `/api/chores/${id}/complete?date=${day}`,
  body: undefined,
  at: 0,
})
const other: Change = { key: 'x', method: 'PATCH', path: '/api/lists/1/items/2', body: { done: true }, at: 0 }

const who = (chores: DayChore[]) => chores.map((one) => (one.completed ? (one.completedBy ?? 'nobody') : '-'))

describe('pending ticks applied to the server’s chores', () => {
  const known = [chore('fish', 'ana'), chore('table', null), chore('violin', 'ana', true)]
  test.each([
    ['nothing changed', [], ['-', '-', 'ana']],
    ['other changes', [other], ['-', '-', 'ana']],
    ['a tick', [ticked('fish', DAY)], ['ana', '-', 'ana']],
    ['a tick on another day', [ticked('fish', '2026-11-21')], ['-', '-', 'ana']],
    ['a tick for a chore for anyone', [ticked('table', DAY, 'ben')], ['-', 'ben', 'ana']],
    ['a tick for everyone together', [ticked('table', DAY)], ['-', 'nobody', 'ana']],
    ['an untick', [unticked('violin', DAY)], ['-', '-', '-']],
    ['back and forth', [ticked('fish', DAY), unticked('fish', DAY), ticked('fish', DAY)], ['ana', '-', 'ana']],
  ])('%s', (_, changes, expected) => {
    expect(who(withTicks(known, DAY, changes, 5))).toEqual(expected)
  })

  test('a response requested after the tick was sent already contains it', () => {
    const early = { ...ticked('fish', DAY), sentAt: 4 }
    expect(who(withTicks(known, DAY, [early], 5))).toEqual(['-', '-', 'ana'])
    expect(who(withTicks(known, DAY, [early], 3))).toEqual(['ana', '-', 'ana'])
  })
})

test('progress counts only the member’s own chores', () => {
  const day = [chore('fish', 'ana', true), chore('violin', 'ana'), chore('table', null, true), chore('bins', 'ben')]
  expect(progressOf(day, 'ana')).toEqual({ done: 1, total: 2 })
  expect(progressOf(day, null)).toEqual({ done: 1, total: 1 })
})

test('a tick of a chore that each does changes the copy of one member', () => {
  const copies = [chore('teeth', 'ana'), chore('teeth', 'ben')].map((one) => ({ ...one, share: 'each' as const }))
  const done = withTicks(copies, DAY, [ticked('teeth', DAY, 'ben')], 0)
  expect(who(done)).toEqual(['-', 'ben'])
  const path = `/api/chores/teeth/complete?date=${DAY}&memberId=ben`
  expect(who(withTicks(done, DAY, [{ ...unticked('teeth', DAY), path }], 0))).toEqual(['-', '-'])
})
