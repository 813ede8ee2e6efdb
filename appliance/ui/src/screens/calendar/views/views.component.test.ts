import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { zone } from '$lib/api/settings'
import type { EventInstance } from '$lib/api/types'
import { instantOf, monthGrid } from '$lib/time/dates'
import { show } from '../../../component.testing'
import { placeEvents } from '../layout/placed'
import HourGrid from './HourGrid.svelte'
import MonthView from './MonthView.svelte'

const WEDNESDAY = '2031-06-04'

function event(title: string, from: string, to: string, day = WEDNESDAY): EventInstance {
  const at = (time: string) => instantOf(day, Number(time.slice(0, 2)) * 60 + Number(time.slice(3)), zone()).iso
  const times = { start: at(from), end: at(to), allDay: false }
  return { id: title, calendarId: 'c', title, ...times, color: '#888888', memberIds: [], rrule: null } as never
}

const placed = (...events: EventInstance[]) => placeEvents(events, zone(), { members: [], categories: [] })

function month(...events: EventInstance[]) {
  const [onday, onopen] = [vi.fn(), vi.fn()]
  const weeks = monthGrid('2031-06-01', 1)
  show(
    MonthView,
    { month: '2031-06', weeks, today: WEDNESDAY, placed: placed(...events), onday, onopen },
    { width: 1200, height: 800 },
  )
  return { onday, onopen }
}

test('a month is one stop of the tab key, and the arrow keys go through its days', async () => {
  const { onday } = month(event('Vet', '10:00', '10:45'))
  const day = page.getByRole('button', { name: /^Wednesday, June 4, 1 event.*Vet$/ })
  await expect.element(day).toHaveAttribute('aria-current', 'date')
  await userEvent.keyboard('{Tab}')
  await expect.element(day).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.element(page.getByRole('button', { name: /^Thursday, June 12/ })).toHaveFocus()
  expect(document.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  expect(onday.mock.calls).toEqual([['2031-06-12']])
})

test('a day says how many of its events have no room', async () => {
  month(...Array.from({ length: 12 }, (_, index) => event(`Event ${index}`, '10:00', '11:00')))
  const day = page.getByRole('button', { name: /^Wednesday, June 4, 12 events/ })
  await expect.element(day).toHaveAttribute('data-more')
  const bars = document.querySelectorAll('.bars [data-event]').length
  expect(bars).toBeGreaterThan(1)
  await expect.element(day).toHaveAttribute('data-more', `+${12 - bars}`)
})

test('in a month a tap on an event opens it, and a tap on a day the day', async () => {
  const { onday, onopen } = month(event('Vet', '10:00', '10:45'))
  await page.getByText('Vet').click()
  expect(onopen.mock.calls).toEqual([[expect.objectContaining({ first: WEDNESDAY })]])
  expect(onday).not.toHaveBeenCalled()
  await page.getByRole('button', { name: /^Wednesday, June 4, 1 event.*Vet$/ }).click({ position: { x: 10, y: 10 } })
  expect(onday.mock.calls).toEqual([[WEDNESDAY]])
})

test('an event of 45 minutes shows its title and its time, and opens', async () => {
  const [onopen, onnew] = [vi.fn(), vi.fn()]
  show(
    HourGrid,
    {
      days: [WEDNESDAY],
      today: '2031-06-02',
      placed: placed(event('Vet', '10:00', '10:45')),
      ready: true,
      people: [],
      onday: vi.fn(),
      onopen,
      onnew,
    },
    { width: 1000, height: 700 },
  )
  const vet = page.getByRole('button', { name: /Vet/ })
  await expect.element(vet).toBeVisible()
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = vet.element()
  expect([scrollHeight - clientHeight, scrollWidth - clientWidth]).toEqual([0, 0])
  await vet.click()
  expect(onopen.mock.calls).toEqual([[expect.objectContaining({ key: expect.stringContaining('Vet') as string })]])

  await page.getByRole('region', { name: 'Calendar' }).click({ position: { x: 500, y: 300 } })
  expect(onnew).toHaveBeenCalledExactlyOnceWith(WEDNESDAY, expect.any(Number))
})
