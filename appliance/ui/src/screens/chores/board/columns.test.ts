import { describe, expect, test } from 'vitest'
import { ANYONE, columnsOf, isLate, stepsLeft } from './columns'
import type { DayChore, Member, LeaderboardEntry } from '$lib/api/types'

const member = (id: string): Member => ({
  id,
  name: id,
  color: '#333',
  avatar: null,
  birthday: null,
  sort: 0,
  pointsToday: 0,
  pointsWeek: 0,
  needsApproval: false,
  photoId: null,
  defaultCalendarId: null,
  role: null,
  balance: 0,
})
const chore = (memberId: string | null, rest: Partial<DayChore> = {}): DayChore =>
  ({
    id: 'x',
    title: 'x',
    emoji: null,
    memberId,
    points: 1,
    rrule: null,
    dueDate: null,
    dueTime: null,
    active: true,
    sort: 0,
    listId: null,
    completed: false,
    completedAt: null,
    completedBy: null,
    checklist: null,
    memberIds: [],
    share: null,
    turnBy: 'due',
    turn: null,
    ...rest,
  }) as Partial<DayChore> as DayChore
const standing = (memberId: string, rank: number, streak: number, points = 1): LeaderboardEntry => ({
  memberId,
  name: memberId,
  color: '#333',
  avatar: null,
  points,
  completed: points,
  streak,
  rank,
})
const family = [member('ana'), member('ben')]

describe('columns', () => {
  test('one per member, and one for anyone if it has chores', () => {
    expect(
      columnsOf(family, [chore('ana', { completed: true }), chore('ana')], [], true).map(({ id, done, total }) => [
        id,
        done,
        total,
      ]),
    ).toEqual([
      ['ana', 1, 2],
      ['ben', 0, 0],
    ])
    expect(columnsOf(family, [chore(null)], [], true).map(({ id }) => id)).toEqual(['ana', 'ben', ANYONE])
  })

  test('streaks of two days and more are shown', () => {
    const columns = columnsOf(family, [], [standing('ana', 1, 2), standing('ben', 2, 1)], true)
    expect(columns.map(({ streak }) => streak)).toEqual([2, 0])
  })

  test('ranks are shown after the first points, if enabled', () => {
    const begun = [standing('ana', 1, 0), standing('ben', 2, 0, 0)]
    expect(columnsOf(family, [], begun, true).map(({ rank }) => rank)).toEqual([1, 2])
    expect(columnsOf(family, [], begun, false).map(({ rank }) => rank)).toEqual([null, null])
    expect(
      columnsOf(family, [], [standing('ana', 1, 0, 0), standing('ben', 1, 0, 0)], true).map(({ rank }) => rank),
    ).toEqual([null, null])
  })
})

describe('late', () => {
  const now = { date: '2026-11-20', minutes: 12 * 60 }
  test.each([
    ['a past day', chore('ana'), '2026-11-19', true],
    ['today', chore('ana'), '2026-11-20', false],
    ['today, time passed', chore('ana', { dueTime: '08:00' }), '2026-11-20', true],
    ['today, time not yet reached', chore('ana', { dueTime: '17:30' }), '2026-11-20', false],
    ['free text instead of a time', chore('ana', { dueTime: 'after school' }), '2026-11-20', false],
    ['tomorrow', chore('ana', { dueTime: '08:00' }), '2026-11-21', false],
    ['done', chore('ana', { completed: true }), '2026-11-19', false],
  ])('%s', (_, one, day, late) => {
    expect(isLate(one, day, now)).toBe(late)
  })
})

test('open checklist steps count until the chore is done', () => {
  const checklist = { listId: 'l', name: 'l', total: 3, done: 1 }
  expect(stepsLeft(chore('ana', { checklist }))).toBe(2)
  expect(stepsLeft(chore('ana', { checklist, completed: true }))).toBe(0)
  expect(stepsLeft(chore('ana'))).toBe(0)
})
