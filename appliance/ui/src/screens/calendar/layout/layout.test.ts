import { describe, expect, it } from 'vitest'
import { instantOf, range } from '$lib/time/dates'
import { agendaOf } from './agenda'
import { layOut, segmentsOf } from './columns'
import { hiddenOf, lanesOf } from './lanes'
import { isShown } from './filterEvents'
import { isoWeek, periodOf, pageDate } from './period'
import { placeEvents } from './placed'
import type { EventInstance } from '$lib/api/types'

const ZONE = 'Europe/Berlin'

function event(title: string, start: string, end: string, more: Partial<EventInstance> = {}): EventInstance {
  const allDay = start.length === 10
  const at = (text: string) =>
    allDay ? text : instantOf(text.slice(0, 10), Number(text.slice(11, 13)) * 60 + Number(text.slice(14)), ZONE).iso
  return {
    id: title,
    calendarId: 'c',
    title,
    start: at(start),
    end: at(end),
    allDay,
    location: null,
    description: null,
    memberIds: [],
    color: '#888',
    rrule: null,
    occurrenceStart: null,
    readOnly: false,
    seriesId: null,
    memberScope: 'none',
    categoryId: null,
    categorySource: null,
    reminders: null,
    reminderSource: null,
    travelMinutes: null,
    leaveAt: null,
    remindBeforeLeave: false,
    ...more,
  }
}

const nobody = { members: [], categories: [] }
const placed = (...events: EventInstance[]) => placeEvents(events, ZONE, nobody)
const week = range('2026-11-16', 7)

describe('placing events', () => {
  it.each([
    ['all day', '2026-11-20', '2026-11-21', '2026-11-20', '2026-11-20', true],
    ['all day without a length', '2026-11-20', '2026-11-20', '2026-11-20', '2026-11-20', true],
    ['three days', '2026-11-20', '2026-11-23', '2026-11-20', '2026-11-22', true],
    ['until midnight', '2026-11-20T20:00', '2026-11-21T00:00', '2026-11-20', '2026-11-20', false],
    ['past midnight', '2026-11-20T20:00', '2026-11-21T01:00', '2026-11-20', '2026-11-21', false],
    ['a day and more', '2026-11-20T20:00', '2026-11-21T20:00', '2026-11-20', '2026-11-21', true],
  ])('%s', (title, start, end, first, last, bar) => {
    expect(placed(event(title, start, end))[0]).toMatchObject({ first, last, bar })
  })

  it('removes duplicates and sorts long events first', () => {
    const short = event('short', '2026-11-20T08:00', '2026-11-20T09:00')
    const long = event('long', '2026-11-20', '2026-11-23')
    expect(placed(short, long, long).map((one) => one.key)).toEqual([`long@${long.start}`, `short@${short.start}`])
  })
})

describe('the appearance', () => {
  const ada = {
    id: 'ada',
    name: 'Ada',
    color: '#111',
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
  }
  const sport = { id: 'sport', name: 'Sport', emoji: '⚽', color: '#0f0', keywords: [], sort: 0, createdAt: '' }
  it.each([
    ['the person’s colour, the category’s emoji', { categoryId: 'sport', memberIds: ['ada'] }, '#111', '⚽', ['ada']],
    ['a person, one of them unknown', { memberIds: ['gone', 'ada'], color: '#111' }, '#111', null, ['ada']],
    ['an unknown category', { categoryId: 'gone' }, '#888', null, []],
  ])('%s', (_, more, color, emoji, people) => {
    const [one] = placeEvents([event('x', '2026-11-20', '2026-11-21', more)], ZONE, {
      members: [ada],
      categories: [sport],
    })
    expect([one!.color, one!.emoji, one!.people.map((member) => member.id)]).toEqual([color, emoji, people])
  })
})

describe('lanes', () => {
  it.each([
    ['inside the week', '2026-11-17', '2026-11-20', { column: 1, columns: 3, before: false, after: false }],
    ['from the week before', '2026-11-12', '2026-11-18', { column: 0, columns: 2, before: true, after: false }],
    ['into the next week', '2026-11-21', '2026-11-25', { column: 5, columns: 2, before: false, after: true }],
    ['right through', '2026-11-01', '2026-12-01', { column: 0, columns: 7, before: true, after: true }],
    ['without a length', '2026-11-22', '2026-11-22', { column: 6, columns: 1, before: false, after: false }],
    [
      'over the last midnight',
      '2026-11-22T22:00',
      '2026-11-23T02:00',
      { column: 6, columns: 1, before: false, after: true },
    ],
  ])('%s', (title, start, end, expected) => {
    expect(lanesOf(placed(event(title, start, end)), week)).toMatchObject([{ lane: 0, ...expected }])
  })

  it('uses the first free lane', () => {
    const laid = lanesOf(
      placed(
        event('trip', '2026-11-16', '2026-11-19'),
        event('fair', '2026-11-18', '2026-11-21'),
        event('swim', '2026-11-19T16:00', '2026-11-19T17:00'),
        event('late', '2026-11-21T16:00', '2026-11-21T17:00'),
      ),
      week,
    )
    expect(laid.map((one) => [one.of.event.title, one.lane])).toEqual([
      ['trip', 0],
      ['fair', 1],
      ['swim', 0],
      ['late', 0],
    ])
  })

  it('counts hidden events on every day they cover', () => {
    const laid = lanesOf(
      placed(
        event('a', '2026-11-16', '2026-11-18'),
        event('b', '2026-11-16', '2026-11-18'),
        event('c', '2026-11-17', '2026-11-19'),
      ),
      week,
    )
    expect(hiddenOf(laid, 2, 7)).toEqual([0, 1, 1, 0, 0, 0, 0])
  })
})

describe('columns', () => {
  const columns = (...events: EventInstance[]) =>
    layOut(segmentsOf(placed(...events), '2026-11-20'), 9).blocks.map((one) => [
      one.of.event.title,
      one.column,
      one.columns,
      one.span,
    ])

  it.each([
    ['alone', [event('a', '2026-11-20T08:00', '2026-11-20T09:00')], [['a', 0, 1, 1]]],
    [
      'one after the other',
      [event('a', '2026-11-20T08:00', '2026-11-20T09:00'), event('b', '2026-11-20T09:00', '2026-11-20T10:00')],
      [
        ['a', 0, 1, 1],
        ['b', 0, 1, 1],
      ],
    ],
    [
      'two at once',
      [event('a', '2026-11-20T08:00', '2026-11-20T10:00'), event('b', '2026-11-20T09:00', '2026-11-20T10:00')],
      [
        ['a', 0, 2, 1],
        ['b', 1, 2, 1],
      ],
    ],
    [
      'a short event takes half an hour',
      [event('a', '2026-11-20T08:00', '2026-11-20T08:05'), event('b', '2026-11-20T08:15', '2026-11-20T09:00')],
      [
        ['a', 0, 2, 1],
        ['b', 1, 2, 1],
      ],
    ],
    [
      'an event extends into free space',
      [
        event('a', '2026-11-20T08:00', '2026-11-20T12:00'),
        event('b', '2026-11-20T08:00', '2026-11-20T09:00'),
        event('c', '2026-11-20T08:30', '2026-11-20T09:30'),
        event('d', '2026-11-20T10:00', '2026-11-20T11:00'),
      ],
      [
        ['a', 0, 3, 1],
        ['b', 1, 3, 1],
        ['c', 2, 3, 1],
        ['d', 1, 3, 2],
      ],
    ],
  ])('%s', (_, events, expected) => {
    expect(columns(...events)).toEqual(expected)
  })

  it('splits at midnight and leaves out all-day bars', () => {
    const night = event('night', '2026-11-19T22:00', '2026-11-20T02:00')
    const bar = event('bar', '2026-11-19T22:00', '2026-11-20T23:00')
    expect(segmentsOf(placed(night, bar), '2026-11-19')).toMatchObject([{ start: 1320, end: 1440 }])
    expect(segmentsOf(placed(night, bar), '2026-11-20')).toMatchObject([{ start: 0, end: 120 }])
    expect(segmentsOf(placed(night, bar), '2026-11-21')).toEqual([])
  })

  it.each([
    ['the night the clocks go forward', '2026-03-29', '2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z', 90, 210],
    ['the night they go back', '2026-10-25', '2026-10-24T23:30:00.000Z', '2026-10-25T02:30:00.000Z', 90, 210],
    [
      'within the hour that comes twice',
      '2026-10-25',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:15:00.000Z',
      150,
      195,
    ],
  ])('%s', (_, day, start, end, from, to) => {
    const one = { ...event('night', day, day), allDay: false, start, end }
    expect(segmentsOf(placed(one), day)).toMatchObject([{ start: from, end: to }])
  })
})

describe('the schedule', () => {
  it('lists long events on each day, joins free days and always lists today', () => {
    const list = agendaOf(
      placed(event('trip', '2026-11-17', '2026-11-19'), event('swim', '2026-11-18T16:00', '2026-11-18T17:00')),
      '2026-11-16',
      '2026-11-22',
      '2026-11-20',
    )
    expect(
      list.map((one) => ('day' in one ? [one.day, one.events.map((two) => two.event.title).join()] : one.free)),
    ).toEqual([
      ['2026-11-16', '2026-11-16'],
      ['2026-11-17', 'trip'],
      ['2026-11-18', 'trip,swim'],
      ['2026-11-19', '2026-11-19'],
      ['2026-11-20', ''],
      ['2026-11-21', '2026-11-22'],
    ])
  })
})

describe('the filters', () => {
  const [ana, ben, sport] = [new Set(['ana']), new Set(['ben']), new Set(['sport'])]
  const none = new Set<string>()
  it.each([
    [{ memberIds: ['ana'] }, none, none, true],
    [{ memberIds: ['ana'] }, ana, none, true],
    [{ memberIds: ['ana'] }, ben, none, false],
    [{ memberIds: ['ana', 'ben'] }, ben, none, true],
    [{ memberIds: [] }, ben, none, true],
    [{ memberIds: ['ana'], categoryId: 'sport' }, ana, sport, true],
    [{ memberIds: ['ana'], categoryId: 'sport' }, ben, sport, false],
    [{ memberIds: ['ana'], categoryId: null }, ana, sport, false],
    [{ memberIds: [], categoryId: 'school' }, none, sport, false],
  ])('%o', (more, members, categories, shown) => {
    expect(isShown(event('x', '2026-11-20', '2026-11-21', more), { members, categories })).toBe(shown)
  })
})

describe('periods', () => {
  it.each([
    ['day', '2026-11-20', 1, '2026-11-20', '2026-11-20'],
    ['week', '2026-11-20', 1, '2026-11-16', '2026-11-22'],
    ['week', '2026-11-22', 0, '2026-11-22', '2026-11-28'],
    ['month', '2026-11-20', 1, '2026-10-26', '2026-12-06'],
    ['month', '2027-02-10', 1, '2027-02-01', '2027-02-28'],
  ] as const)('%s of %s', (view, date, start, first, last) => {
    expect(periodOf(view, date, start)).toEqual({ first, last })
  })

  it.each([
    ['day', '2026-11-30', 1, '2026-12-01'],
    ['week', '2026-11-20', -1, '2026-11-13'],
    ['month', '2026-10-31', 1, '2026-11-30'],
    ['schedule', '2026-11-20', 1, '2026-11-27'],
  ] as const)('%s: next or previous page from %s', (view, date, by, expected) => {
    expect(pageDate(view, date, by)).toBe(expected)
  })

  it.each([
    ['2026-11-20', 47],
    ['2026-01-01', 1],
    ['2027-01-01', 53],
    ['2024-12-30', 1],
  ])('%s is in week %i', (day, number) => {
    expect(isoWeek(day)).toBe(number)
  })
})
