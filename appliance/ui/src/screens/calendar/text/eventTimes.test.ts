import { describe, expect, it, vi } from 'vitest'
import { reminderText, timesRange, eventTimeText } from './eventTimes'

vi.stubGlobal('navigator', { languages: ['en-GB'] })
const ZONE = 'Europe/Berlin'
const TODAY = '2026-11-20'

describe('date and time of an event', () => {
  it.each([
    ['2026-11-20', '2026-11-21', true, 'Today, Friday 20 November · All day'],
    ['2026-11-21', '2026-11-22', true, 'Tomorrow, Saturday 21 November · All day'],
    ['2027-01-05', '2027-01-05', true, 'Tuesday, 5 January 2027 · All day'],
    ['2026-11-19T15:00:00.000Z', '2026-11-19T16:15:00.000Z', false, 'Yesterday, Thursday 19 November · 16:00 – 17:15'],
    ['2026-11-24T15:00:00.000Z', '2026-11-24T15:00:00.000Z', false, 'Tuesday 24 November · 16:00'],
    [
      '2026-11-20T20:30:00.000Z',
      '2026-11-21T01:00:00.000Z',
      false,
      'Today, Friday 20 November, 21:30 – Tomorrow, Saturday 21 November, 2:00',
    ],
  ])('%s to %s', (start, end, allDay, words) => {
    expect(eventTimeText({ start, end, allDay }, ZONE, TODAY).replace(/\s/g, ' ')).toBe(words)
  })

  it('counts the days of a long event', () => {
    expect(
      eventTimeText({ start: '2026-11-20', end: '2026-11-23', allDay: true }, ZONE, TODAY).replace(/\s/g, ' '),
    ).toMatch(/20 Nov .* 22 Nov 2026 · 3 days$/)
  })

  it.each([
    [960, 960, '16:00'],
    [960, 1035, '16:00 – 17:15'],
    [1320, 1440, '22:00 – 0:00'],
  ])('%i to %i', (start, end, words) => {
    expect(timesRange(start, end).replace(/\s/g, ' ')).toBe(words)
  })
})

describe('reminder offsets', () => {
  it.each([
    [0, 'At the start'],
    [1, '1 minute before'],
    [90, '90 minutes before'],
    [120, '2 hours before'],
    [1440, '1 day before'],
    [20160, '2 weeks before'],
    [-540, 'On the day at 9:00'],
  ])('%i minutes', (minutes, words) => {
    expect(reminderText(minutes)).toBe(words)
  })
})
