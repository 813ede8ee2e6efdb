import { expect, test } from 'vitest'
import { withPendingTimes, type PendingTimes } from './pending'
import { withWaitingTimes } from './waiting'
import { wallOf, wallSpanOf } from './wallTime'
import type { EventInstance } from '$lib/api/types'

const ZONE = 'Europe/Berlin'

/** An occurrence from 16:00 to 17:00 in Berlin; the clocks go back on 25 October 2026. */
function swimming(day: string, series = true): EventInstance {
  const utc = day < '2026-10-25' ? 14 : 15
  const [start, end] = [`${day}T${utc}:00:00.000Z`, `${day}T${utc + 1}:00:00.000Z`]
  return { id: 'swim', start, end, allDay: false, occurrenceStart: series ? start : null } as EventInstance
}
const dates = ['2026-10-12', '2026-10-19', '2026-10-26'].map((day) => swimming(day))
const toTuesday = (event: EventInstance, apply: PendingTimes['apply']): PendingTimes => {
  const { from, to } = wallSpanOf(event, ZONE)
  return { event, span: { from: from + 1440, to: to + 1440 }, apply }
}
const starts = (events: EventInstance[]) => events.map(({ start }) => start.slice(0, 13))

test.each([
  ['this', ['2026-10-12T14', '2026-10-20T14', '2026-10-26T15']],
  ['following', ['2026-10-12T14', '2026-10-20T14', '2026-10-27T15']],
  ['all', ['2026-10-13T14', '2026-10-20T14', '2026-10-27T15']],
] as const)('a pending change of %s date moves the occurrences it applies to', (apply, expected) => {
  expect(starts(withPendingTimes(dates, [toTuesday(dates[1]!, apply)], ZONE))).toEqual(expected)
})

test('a single event is found by its id and start', () => {
  const [one, other] = [swimming('2026-10-12', false), { ...swimming('2026-10-12', false), id: 'other' }]
  const span = { from: wallOf('2026-10-12', 600), to: wallOf('2026-10-12', 645) }
  expect(starts(withPendingTimes([one, other], [{ event: one, span, apply: 'all' }], ZONE))).toEqual([
    '2026-10-12T08',
    '2026-10-12T14',
  ])
})

test('a change in the outbox is drawn until a newer response', () => {
  const one = swimming('2026-10-12', false)
  const body = { start: '2026-10-13T14:00:00.000Z', end: '2026-10-13T15:00:00.000Z', allDay: false }
  const change = { key: 'k', method: 'PATCH', path: '/api/events/swim', body, at: 0 }
  expect(starts(withWaitingTimes([one], [change], 5))).toEqual(['2026-10-13T14'])
  expect(withWaitingTimes([one], [{ ...change, sentAt: 4 }], 5)[0]).toBe(one)
  expect(withWaitingTimes([one], [{ ...change, path: '/api/lists/swim' }], 5)[0]).toBe(one)
})
