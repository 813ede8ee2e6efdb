import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Board, BoardEvent } from '$lib/api/types'
import { clock } from '$lib/time/clock.svelte'
import { formatMinutes } from '$lib/time/formats'
import { localOf } from '$lib/time/dates'
import { zone } from '$lib/api/settings'
import { show } from '../../../component.testing'
import EventRow from './EventRow.svelte'

const inMinutes = (minutes: number) => new Date(clock.now + minutes * 60_000).toISOString()
const timeOf = (instant: string) => formatMinutes(localOf(instant, zone()).minutes)
const board = { members: [], date: localOf(inMinutes(0), zone()).date } as unknown as Board

/** The text of a row. */
function row(
  more: Partial<BoardEvent>,
  props: { when: 'now' | 'next' | 'later'; small?: boolean; dated?: boolean },
): string {
  const event = { id: 'e', title: 'Swimming', start: inMinutes(30), end: inMinutes(90), memberIds: [], ...more }
  show(EventRow, { board, event: event as unknown as BoardEvent, ...props })
  return page.getByRole('button', { name: /Swimming/ }).element().textContent
}

test('what is next says when, in how many minutes, where, and when to leave', () => {
  const text = row({ location: 'Town pool', leaveAt: inMinutes(15) }, { when: 'next' })
  for (const part of [timeOf(inMinutes(30)), 'in 30 min', 'Leave in 15 min', 'Town pool']) expect(text).toContain(part)
})

test('it is time to leave', () => {
  expect(row({ leaveAt: inMinutes(-1) }, { when: 'next' })).toContain('Leave now')
})

test('what runs says until when, and no more when to leave', () => {
  const end = inMinutes(40)
  const text = row({ start: inMinutes(-20), end, leaveAt: inMinutes(-40) }, { when: 'now' })
  expect(text).toContain(`until ${timeOf(end)}`)
  expect(text).not.toContain('Leave')
})

test('a small row has one line: no place, and no time to leave that is far', () => {
  const text = row({ location: 'Town pool', leaveAt: inMinutes(200) }, { when: 'later', small: true })
  expect(text).not.toContain('Town pool')
  expect(text).not.toContain('Leave')
})
