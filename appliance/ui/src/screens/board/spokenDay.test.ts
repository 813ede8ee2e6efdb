import { describe, expect, test } from 'vitest'
import { spokenDay } from './spokenDay'
import type { Board, BoardChore, BoardEvent, BoardMember } from '$lib/api/types'

const ZONE = 'Europe/Berlin'
const NOW = Date.parse('2026-11-20T15:24:00Z')

const event = (title: string, start: string, end: string, memberIds: string[] = [], allDay = false): BoardEvent =>
  ({ id: title, title, start, end, memberIds, allDay, date: '2026-11-20' }) as unknown as BoardEvent
const chore = (title: string, memberId: string | null, completed = false): BoardChore =>
  ({ id: title, title, memberId, completed }) as unknown as BoardChore
const member = (id: string, name: string, done = 0, total = 0): BoardMember =>
  ({ id, name, chores: { done, total } }) as unknown as BoardMember
const board = (rest: Partial<Board>): Board =>
  ({
    date: '2026-11-20',
    members: [],
    events: [],
    coming: [],
    chores: [],
    birthdays: [],
    weather: null,
    ...rest,
  }) as unknown as Board
const read = (rest: Partial<Board>) => spokenDay(board(rest), NOW, ZONE).slice(1)

describe('the day as it is read aloud', () => {
  test('begins with the date', () => {
    expect(spokenDay(board({}), NOW, ZONE)[0]).toMatch(/^Today is Friday.*20/)
  })

  test('a day without anything', () => {
    expect(read({ members: [member('a', 'Ana')] })).toEqual(['Nothing is planned.'])
  })

  test('weather and birthdays', () => {
    const weather = { today: { code: 61, low: 2, high: 9 } } as unknown as Board['weather']
    const birthdays = [
      { name: 'Ana', date: '2026-11-20', age: 9 },
      { name: 'Opa', date: '2026-11-20', age: null },
      { name: 'Ben', date: '2026-11-21', age: 4 },
    ] as unknown as Board['birthdays']
    expect(read({ weather, birthdays })).toEqual([
      'Ana turns 9 today.',
      'Opa has a birthday today.',
      'Light rain, 2 to 9 degrees.',
      'Nothing is planned.',
    ])
  })

  test('what each person has: all day first, then what runs, then what comes; over is left out', () => {
    const events = [
      event('Swimming', '2026-11-20T16:00:00Z', '2026-11-20T17:00:00Z', ['a']),
      event('School', '2026-11-20T07:00:00Z', '2026-11-20T12:00:00Z', ['a']),
      event('Violin', '2026-11-20T15:00:00Z', '2026-11-20T15:45:00Z', ['a']),
      event('Holiday', '2026-11-20', '2026-11-21', ['a', 'b'], true),
      event('Bees', '2026-11-20', '2026-11-21', ['b'], true),
      event('Dinner', '2026-11-20T18:30:00Z', '2026-11-20T19:30:00Z'),
    ]
    const said = read({ members: [member('a', 'Ana'), member('b', 'Ben')], events })
    expect(said[0]).toMatch(/^Ana has Violin now and Swimming at (17:00|5:00\sPM)\.$/)
    expect(said[1]).toBe('Ben has Bees.')
    expect(said[2]).toMatch(/^Everyone has Holiday and Dinner at /)
    expect(said).toHaveLength(3)
  })

  test('chores that are left, and whose are done', () => {
    const chores = [chore('Dishes', 'a'), chore('Fish', 'a'), chore('Bins', 'b', true), chore('Table', null)]
    const members = [member('a', 'Ana', 0, 2), member('b', 'Ben', 1, 1), member('c', 'Cleo')]
    expect(read({ members, chores })).toEqual([
      'Ana has 2 chores left: Dishes and Fish.',
      'Ben has done all chores.',
      'Anyone can do: Table.',
    ])
  })

  test('long lists end with how many more there are', () => {
    const chores = Array.from({ length: 8 }, (_, at) => chore(`C${at}`, 'a'))
    expect(read({ members: [member('a', 'Ana', 0, 8)], chores })).toEqual([
      'Ana has 8 chores left: C0, C1, C2, C3, C4, and 3 more.',
    ])
  })
})
