import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Calendar, Member } from './api/types'
import { calendarFor } from './calendarFor'

interface Household {
  chosen?: Record<string, string>
  calendars: string[]
  cases: [string, string | null][]
}
const households = JSON.parse(
  readFileSync(new URL('../../../../tests/calendar/calendar_for.json', import.meta.url), 'utf8'),
) as Household[]

const words = (text: string) => text.split(' ').filter(Boolean)

/** A calendar such as "ida: ida theo @google read-only". */
function calendar(text: string): Calendar {
  const [head, tail = ''] = text.includes(':') ? text.split(':') : [words(text)[0]!, words(text).slice(1).join(' ')]
  const kind = /@(\w+)/.exec(text)?.[1] ?? 'local'
  return {
    id: head,
    kind,
    memberIds: words(tail).filter((word) => !/^@|^(?:read-only|disabled|disconnected)$/.test(word)),
    writable: kind !== 'ics' && !text.includes('read-only'),
    enabled: !text.includes('disabled'),
    accountId: kind === 'local' || kind === 'ics' ? null : 'account',
    needsReconnect: text.includes('disconnected'),
  } as Calendar
}

function peopleOf({ chosen = {} }: Household): Member[] {
  return ['ida', 'theo', 'mara', 'jonas'].map((id) => ({ id, defaultCalendarId: chosen[id] ?? null }) as Member)
}

describe('the calendar of a new event', () => {
  for (const household of households)
    test.each(household.cases)(`of ${household.calendars.join(', ')} for "%s" is %s`, (people, expected) => {
      const calendars = household.calendars.map(calendar)
      expect(calendarFor(words(people), peopleOf(household), calendars)).toBe(expected)
    })
})

test('of several that suit as well, the one used last is taken', () => {
  const calendars = ['family', 'friends', 'ida: ida'].map(calendar)
  const people = peopleOf({ calendars: [], cases: [] })
  expect(calendarFor([], people, calendars, 'friends')).toBe('friends')
  expect(calendarFor([], people, calendars, 'ida')).toBe('family')
  expect(calendarFor(['ida'], people, calendars, 'friends')).toBe('ida')
})
