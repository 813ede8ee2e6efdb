import { expect, test } from 'vitest'
import type { EventInstance } from '$lib/api/types'
import { range } from '$lib/time/dates'
import { placeEvents, type Placed } from './placed'
import { routineIn, stretchesOf } from './routine'

const WEEK = range('2026-11-23', 7)

function dates(title: string, days: number[], more: Partial<EventInstance> = {}): Placed[] {
  const events = days.map((at) => {
    const [start, end] = [`${WEEK[at]}T08:00:00.000Z`, `${WEEK[at]}T12:00:00.000Z`]
    const own = { id: title, calendarId: 'c', title, start, end, allDay: false, occurrenceStart: start, memberIds: [] }
    return { ...own, rrule: 'FREQ=DAILY', seriesId: null, color: '#888888', ...more } as EventInstance
  })
  return placeEvents(events, 'UTC', { members: [], categories: [] })
}

const titles = (placed: Placed[]) => {
  const keys = routineIn(placed, WEEK)
  return [...new Set(placed.filter((one) => keys.has(one.key)).map((one) => one.event.title))]
}

test('a series with dates on four days of the week is routine, one with three is not', () => {
  expect(titles([...dates('School', [0, 1, 2, 3, 4]), ...dates('Kindergarten', [0, 2, 4])])).toEqual(['School'])
  expect(titles(dates('Club', [0, 1, 2, 3]))).toEqual(['Club'])
})

test('two dates on one day count once, and other events with the title do not count', () => {
  const twice = dates('Medicine', [0, 0, 1, 2]).map((one, at) => ({ ...one, key: `${at}` }))
  expect(titles(twice)).toEqual([])
  const single = [0, 1, 2, 3].flatMap((at) => dates('Vet', [at], { id: `vet ${at}`, rrule: null }))
  expect(titles(single)).toEqual([])
})

test('dates of a synced series have ids of their own', () => {
  const school = [0, 1, 2, 3].flatMap((at) => dates('School', [at], { id: `e_${at}`, rrule: null, seriesId: 'school' }))
  expect(titles(school)).toEqual(['School'])
})

test('what the family marked is routine on any number of days', () => {
  expect(titles(dates('Piano', [1], { routine: true }))).toEqual(['Piano'])
})

test('what lasts several days is not folded', () => {
  const trip = dates('Trip', [0, 1, 2, 3], { allDay: true, end: '2026-12-24' }).map((one) => ({
    ...one,
    last: '2026-12-23',
  }))
  expect(titles(trip)).toEqual([])
})

test('days with the same routine are one stretch, a change begins another', () => {
  const [school, club] = [dates('School', [0, 1, 3, 4]), dates('Club', [1, 4])]
  const found = stretchesOf([...school, ...club], WEEK).map(({ column, days }) => [
    column,
    days.map((events) => events.map((one) => one.event.title).join()),
  ])
  expect(found).toEqual([
    [0, ['School']],
    [1, ['School,Club']],
    [3, ['School']],
    [4, ['School,Club']],
  ])
  expect(stretchesOf(dates('School', [0, 1, 2]), WEEK)).toHaveLength(1)
})
