import { describe, expect, it } from 'vitest'
import {
  emptyForm,
  changedFields,
  clockChangeAt,
  durationOf,
  endAfterMinutes,
  errorsOf,
  formFor,
  moveStart,
  moveEnd,
  requestOf,
} from './eventForm'
import { moveRepeat } from '$parts/repeat/rule'
import { applyChoices, datesOf } from './seriesDates'
import { linkify } from './descriptionText'
import type { EventInstance } from '$lib/api/types'

const ZONE = 'Europe/Berlin'
const swim: EventInstance = {
  id: 'e',
  calendarId: 'c',
  title: 'Swim',
  start: '2026-11-20T15:00:00.000Z',
  end: '2026-11-20T16:00:00.000Z',
  allDay: false,
  location: 'Pool',
  description: null,
  memberIds: ['ada'],
  color: '#888',
  rrule: 'FREQ=WEEKLY;BYDAY=FR',
  occurrenceStart: null,
  readOnly: false,
  seriesId: null,
  memberScope: 'series',
  categoryId: 'sport',
  categorySource: 'keyword',
  reminders: [30],
  reminderSource: 'default',
  travelMinutes: null,
  leaveAt: null,
  remindBeforeLeave: false,
}

describe('a form', () => {
  it('creates a request equal to the event', () => {
    expect(requestOf(formFor(swim, ZONE, [30]), ZONE)).toEqual({
      calendarId: 'c',
      title: 'Swim',
      start: swim.start,
      end: swim.end,
      allDay: false,
      location: 'Pool',
      description: '',
      memberIds: ['ada'],
      rrule: 'FREQ=WEEKLY;BYDAY=FR',
      categoryId: null,
      reminders: null,
      travelMinutes: null,
      remindBeforeLeave: false,
      countdown: false,
    })
  })

  it('keeps a rule it cannot edit', () => {
    const odd = formFor({ ...swim, rrule: 'FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1' }, ZONE, [])
    expect([odd.repeat, requestOf(odd, ZONE).rrule]).toEqual([null, 'FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1'])
  })

  it.each([
    ['all day', { allDay: true, start: '2026-11-20', end: '2026-11-23' }, '2026-11-20', '2026-11-22'],
    ['until midnight', { end: '2026-11-20T23:00:00.000Z' }, '2026-11-20', '2026-11-21'],
  ])('%s keeps its days', (_, more, first, last) => {
    const form = formFor({ ...swim, ...more }, ZONE, [])
    expect([form.first, form.last]).toEqual([first, last])
    expect(requestOf(form, ZONE)).toMatchObject({ end: (more as { end: string }).end })
  })

  it('starts a weekly series on the first of its weekdays', () => {
    const form = emptyForm('c', '2026-11-20', 540)
    form.repeat = { frequency: 'weekly', every: 1, weekdays: [1, 3], by: 'date', until: null, count: null }
    expect(requestOf(form, ZONE)).toMatchObject({
      start: '2026-11-23T08:00:00.000Z',
      end: '2026-11-23T09:00:00.000Z',
      rrule: 'FREQ=WEEKLY;BYDAY=MO,WE',
    })
  })

  it.each([
    ['later the same day', '2026-11-20', 600, '2026-11-20', 660],
    ['over midnight', '2026-11-20', 1410, '2026-11-21', 30],
    ['another day', '2026-12-01', 540, '2026-12-01', 600],
  ])('keeps the duration when moved %s', (_, day, minutes, last, end) => {
    expect(moveStart(emptyForm('c', '2026-11-20', 540), day, minutes)).toMatchObject({
      first: day,
      start: minutes,
      last,
      end,
    })
  })

  it.each([
    ['later the same day', 660, '2026-11-20', 660],
    ['at night', 60, '2026-11-21', 60],
    ['at its start, a whole day', 540, '2026-11-21', 540],
  ])('ends %s', (_, end, last, minutes) => {
    expect(moveEnd(emptyForm('c', '2026-11-20', 540), end)).toEqual({ last, end: minutes })
  })

  it('keeps its last day when it lasts several days', () => {
    const form = { ...emptyForm('c', '2026-11-20', 540), last: '2026-11-23' }
    expect(moveEnd(form, 60)).toEqual({ last: '2026-11-23', end: 60 })
  })

  it.each([
    [540, 90, '2026-11-20', 630],
    [1425, 15, '2026-11-21', 0],
  ])('from %i for %i minutes', (start, minutes, last, end) => {
    const form = {
      ...emptyForm('c', '2026-11-20', start),
      ...endAfterMinutes(emptyForm('c', '2026-11-20', start), minutes),
    }
    expect([form.last, form.end, durationOf(form)]).toEqual([last, end, minutes])
  })

  it('keeps the number of days when moved', () => {
    expect(
      moveStart({ ...emptyForm('c', '2026-11-20', 540), allDay: true, last: '2026-11-22' }, '2026-11-30', 540),
    ).toMatchObject({ last: '2026-12-02' })
  })

  it.each([
    [{ title: ' ' }, ['title']],
    [{ calendarId: '' }, ['calendarId']],
    [{ end: 540 }, ['end']],
    [{ end: 500 }, ['end']],
    [{ last: '2026-11-19' }, ['end']],
    [{ allDay: true, last: '2026-11-19' }, ['end']],
    [
      { repeat: { frequency: 'daily', every: 1, weekdays: [], by: 'date', until: '2026-11-19', count: null } },
      ['until'],
    ],
    [{}, []],
  ] as const)('%o', (more, errors) => {
    const form = { ...emptyForm('c', '2026-11-20', 540), title: 'Swim', ...(more as object) }
    expect(Object.keys(errorsOf(form, ZONE))).toEqual(errors)
  })

  it('sends only what changed, times together with their rule', () => {
    const before = requestOf(formFor(swim, ZONE, [30]), ZONE)
    expect(changedFields(before, { ...before, title: 'Swimming' })).toEqual({ title: 'Swimming' })
    expect(Object.keys(changedFields(before, { ...before, end: '2026-11-20T17:00:00.000Z' })).sort()).toEqual([
      'allDay',
      'end',
      'rrule',
      'start',
    ])
  })

  it.each([
    ['2026-03-29', 150, 'gap'],
    ['2026-10-25', 150, 'overlap'],
    ['2026-11-20', 150, null],
  ])('%s at %i: %s', (day, minutes, change) => {
    expect(clockChangeAt(day, minutes, ZONE)).toBe(change)
  })
})

describe('changing a series by one of its dates', () => {
  const form = (day: string, repeat: object) => ({
    ...emptyForm('c', day, 540),
    repeat: { frequency: 'weekly', every: 1, weekdays: [], by: 'date', until: null, count: null, ...repeat } as never,
  })

  it.each([
    [[5], [6]],
    [
      [1, 5],
      [1, 5],
    ],
  ])('a weekly rule on %j moves to %j', (weekdays, moved) => {
    expect(moveRepeat(form('2026-11-20', { weekdays }).repeat, '2026-11-20', '2026-11-21')).toMatchObject({
      weekdays: moved,
    })
  })

  const EACH = ['this', 'following', 'all'] as const
  it.each([
    ['no series', { rrule: null }, 'local', {}, []],
    ['a local series', {}, 'local', {}, ['this', 'following', 'all']],
    ['a new time of a local series', {}, 'local', { times: true }, ['this', 'following', 'all']],
    ['a new rule', {}, 'local', { rule: true }, ['following', 'all']],
    ['a date changed by itself', { rrule: null, detachedFrom: 's' }, 'local', {}, ['this', 'following', 'all']],
    ['a synced series', { rrule: null, seriesId: 's' }, 'google', {}, ['this', 'following', 'all']],
    ['a series at Microsoft', { rrule: null, seriesId: 's' }, 'microsoft', {}, ['this', 'following', 'all']],
    ['a series that cannot be divided', { rrule: null, seriesId: 's' }, 'ics', {}, ['this', 'all']],
    ['a new time of a synced series', { rrule: null, seriesId: 's' }, 'caldav', { times: true }, EACH],
    ['a new rule of a synced series', { seriesId: 's' }, 'google', { rule: true }, ['following', 'all']],
  ] as const)('%s', (_, more, kind, changes, choices) => {
    expect(applyChoices({ ...swim, ...more }, kind, changes)).toEqual(choices)
  })

  it('names the occurrence', () => {
    const occurrence = { ...swim, occurrenceStart: '2026-11-27T15:00:00.000Z' }
    expect(datesOf(occurrence, 'local', 'this')).toEqual({ occurrence: '2026-11-27T15:00:00.000Z', apply: 'this' })
    expect(datesOf(swim, 'local', 'following')).toEqual({ occurrence: swim.start, apply: 'following' })
    expect(datesOf(occurrence, 'local', 'all')).toEqual({ occurrence: '2026-11-27T15:00:00.000Z', apply: 'all' })
    expect(datesOf({ ...swim, rrule: null }, 'local', 'all')).toEqual({})
    expect(datesOf({ ...swim, rrule: null, seriesId: 's' }, 'google', 'all')).toEqual({ apply: 'all' })
  })
})

describe('a description', () => {
  it.each([
    ['no address', [{ text: 'no address' }]],
    [
      'see https://a.example/x?y=1.',
      [{ text: 'see ' }, { text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' }, { text: '.' }],
    ],
    ['javascript:alert(1) and data:x', [{ text: 'javascript:alert(1) and data:x' }]],
  ])('%s', (text, pieces) => {
    expect(linkify(text)).toEqual(pieces)
  })
})
