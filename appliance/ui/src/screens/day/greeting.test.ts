import { expect, test } from 'vitest'
import { greetingOf } from './greeting'
import type { Snapshot } from '$lib/api/types'

const cleo = (birthday?: string) =>
  ({
    greeting: 'Good night from another clock',
    member: { id: 'cleo', name: 'Cleo' },
    birthdays: birthday ? [{ memberId: 'cleo', name: 'Cleo', date: birthday, age: 7 }] : [],
  }) as unknown as Snapshot

test.each([
  ['04:59', 'Good evening, Cleo'],
  ['05:00', 'Good morning, Cleo'],
  ['11:59', 'Good morning, Cleo'],
  ['12:00', 'Good afternoon, Cleo'],
  ['16:59', 'Good afternoon, Cleo'],
  ['17:00', 'Good evening, Cleo'],
  ['23:59', 'Good evening, Cleo'],
])('at %s in the zone of the household', (time, greeting) =>
  expect(greetingOf(cleo(), Date.parse(`2026-11-20T${time}:00+01:00`), 'Europe/Berlin')).toBe(greeting),
)

test('a birthday is greeted on its day only', () => {
  const now = Date.parse('2026-11-20T09:00:00+01:00')
  expect(greetingOf(cleo('2026-11-20'), now, 'Europe/Berlin')).toBe('Happy birthday, Cleo!')
  expect(greetingOf(cleo('2026-11-21'), now, 'Europe/Berlin')).toBe('Good morning, Cleo')
})
