import { beforeAll, expect, test } from 'vitest'
import { moveEvent } from '../api/events'
import { settings } from '../api/settings'
import type { Apply, EventInstance } from '../api/types'
import { session } from '../http/session.svelte'
import { requestTimes, wallOf, wallSpanOf } from '../time/wallTime'
import { eventsAfter } from './events'

const ZONE = 'Europe/Berlin'

beforeAll(() => {
  session.signIn('mtl_test')
  settings.showCopy(JSON.stringify({ timezone: ZONE }))
})

/** An occurrence from 16:00 to 17:00 in Berlin; the clocks go back on 25 October 2026. */
function swimming(day: string, series = true): EventInstance {
  const utc = day < '2026-10-25' ? 14 : 15
  const [start, end] = [`${day}T${utc}:00:00.000Z`, `${day}T${utc + 1}:00:00.000Z`]
  return { id: 'swim', start, end, allDay: false, occurrenceStart: series ? start : null } as EventInstance
}

const starts = (events: EventInstance[]) => events.map(({ start }) => start.slice(0, 13))

test.each<[Apply, string[]]>([
  ['this', ['2026-10-12T14', '2026-10-20T14', '2026-10-26T15']],
  ['following', ['2026-10-12T14', '2026-10-20T14', '2026-10-27T15']],
  ['all', ['2026-10-13T14', '2026-10-20T14', '2026-10-27T15']],
])('a change of %s date moves the occurrences it applies to', (apply, expected) => {
  const dates = ['2026-10-12', '2026-10-19', '2026-10-26'].map((day) => swimming(day))
  const { from, to } = wallSpanOf(dates[1]!, ZONE)
  const span = { from: from + 1440, to: to + 1440 }
  const command = moveEvent(dates[1]!, span, { ...requestTimes(dates[1]!, span, ZONE), apply })
  expect(starts(eventsAfter(dates, command))).toEqual(expected)
})

test('a single event is found by its id, and has the new times only once', () => {
  const [one, other] = [swimming('2026-10-12', false), { ...swimming('2026-10-12', false), id: 'other' }]
  const span = { from: wallOf('2026-10-12', 600), to: wallOf('2026-10-12', 645) }
  const command = moveEvent(one, span, requestTimes(one, span, ZONE))
  const moved = eventsAfter([one, other], command)
  expect(starts(moved)).toEqual(['2026-10-12T08', '2026-10-12T14'])
  expect(eventsAfter(moved, command)).toEqual(moved)
})
