import { expect, it } from 'vitest'
import { choreLink, eventLink, itemLink, noteLink } from './results'

const ZONE = 'Europe/Berlin'
const event = {
  kind: 'event' as const,
  id: 'e1',
  title: 'Swimming',
  start: '2026-11-23T23:30:00.000Z',
  end: '2026-11-24T00:30:00.000Z',
  allDay: false,
  location: null,
  excerpt: null,
  calendarId: 'c',
  memberIds: [],
  color: '#888',
  categoryId: null,
  rrule: null,
  occurrenceStart: null as string | null,
  seriesId: null,
  matched: 'title' as const,
}
const note = {
  kind: 'note' as const,
  id: 'n',
  excerpt: 'towel',
  memberId: null,
  createdAt: '2026-11-20T15:24:00.000Z',
  targetType: 'event' as const,
  targetId: 'e1',
  targetTitle: 'Swimming',
  listId: null as string | null,
  listName: null,
  start: '2026-11-23T23:30:00.000Z' as string | null,
  allDay: false as boolean | null,
}

it('opens an event on its day in the household’s zone', () => {
  expect(eventLink(event, ZONE)).toBe('#/calendar?date=2026-11-24&event=e1&at=2026-11-23T23%3A30%3A00.000Z')
  expect(eventLink({ ...event, occurrenceStart: '2026-11-23' }, ZONE)).toContain('at=2026-11-23')
})

it('opens an item on its list', () => {
  const item = {
    kind: 'item' as const,
    id: 'i1',
    title: 'Milk',
    listId: 'l1',
    listName: 'Shop',
    listEmoji: null,
    memberId: null,
    dueDate: null,
    done: false,
    quantity: null,
    excerpt: null,
  }
  expect(itemLink(item)).toBe('#/lists/l1?item=i1')
})

it('opens a chore on the day it is due next', () => {
  const chore = {
    kind: 'chore' as const,
    id: 'c1',
    title: 'Dishes',
    emoji: null,
    memberId: null,
    memberIds: [],
    active: true,
    repeats: true,
    nextDue: '2026-11-21',
  }
  expect(choreLink(chore)).toBe('#/chores?date=2026-11-21&chore=c1')
  expect(choreLink({ ...chore, nextDue: null })).toBe('#/chores?chore=c1')
})

it('opens what a note is about', () => {
  expect(noteLink(note, ZONE)).toBe('#/calendar?date=2026-11-24&event=e1&at=2026-11-23T23%3A30%3A00.000Z')
  expect(noteLink({ ...note, start: '2026-11-23', allDay: true }, ZONE)).toContain('date=2026-11-23')
  expect(noteLink({ ...note, targetId: 'i1', listId: 'l1', start: null, allDay: null }, ZONE)).toBe(
    '#/lists/l1?item=i1',
  )
})
