import { expect, test } from 'vitest'
import type { BoardEvent } from '$lib/api/types'
import { eventNow, eventsOf } from './familyDay'

const NOON = Date.parse('2026-11-26T12:00:00.000Z')

function event(title: string, hours: [number, number] | null, ...memberIds: string[]): BoardEvent {
  const at = (hour: number) => `2026-11-26T${String(hour).padStart(2, '0')}:00:00.000Z`
  const times = hours
    ? { start: at(hours[0]), end: at(hours[1]), allDay: false }
    : { start: '2026-11-26', end: '2026-11-27', allDay: true }
  return {
    id: title,
    occurrenceStart: null,
    date: '2026-11-26',
    title,
    location: null,
    memberIds,
    color: '#888888',
    categoryId: null,
    categoryColor: null,
    emoji: null,
    leaveAt: null,
    ...times,
  }
}

const events = [
  event('Breakfast', [7, 8], 'ana'),
  event('Judo', [16, 17], 'ana'),
  event('Work', [9, 15], 'ben'),
  event('Dinner', [18, 19]),
  event('Trip', null, 'ana', 'ben'),
]
const titles = (found: BoardEvent[]) => found.map(({ title }) => title)

test('a person has their own events and those of everybody, as far as they are not over', () => {
  expect(titles(eventsOf({ events }, 'ana', NOON))).toEqual(['Trip', 'Judo', 'Dinner'])
  expect(titles(eventsOf({ events }, 'ben', NOON))).toEqual(['Trip', 'Work', 'Dinner'])
})

test('without a person all events are shown', () => {
  expect(titles(eventsOf({ events }, null, NOON))).toEqual(['Trip', 'Work', 'Judo', 'Dinner'])
})

test('a line about a person names what runs or comes next, else what lasts all day', () => {
  expect(eventNow({ events }, 'ben', NOON)?.title).toBe('Work')
  expect(eventNow({ events }, 'ana', NOON)?.title).toBe('Judo')
  expect(eventNow({ events }, 'ben', NOON + 6 * 3600_000)?.title).toBe('Trip')
  expect(eventNow({ events }, 'cleo', NOON)).toBeUndefined()
})
