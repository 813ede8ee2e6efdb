import { describe, expect, test } from 'vitest'
import {
  columnAt,
  drawn,
  isOutside,
  minutesAt,
  moved,
  movedToDay,
  partsOf,
  placedAt,
  resized,
  resizedBy,
  scrollSpeed,
} from './geometry'
import { daysOf, requestTimes, wallOf, type WallSpan, wallSpanOf } from '$lib/time/wallTime'

const ZONE = 'Europe/Berlin'
const MONDAY = '2026-11-23'
const TUESDAY = '2026-11-24'

/** The wall time of `2026-11-24 16:00`. */
function at(text: string): number {
  const [day = '', time = '00:00'] = text.split(' ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return wallOf(day, hours * 60 + minutes)
}
const span = (from: string, to: string): WallSpan => ({ from: at(from), to: at(to) })
const swimming = span(`${MONDAY} 16:00`, `${MONDAY} 17:00`)

describe('a move', () => {
  test.each([
    ['an hour later', '16:20', `${MONDAY} 17:20`, `${MONDAY} 17:00`, `${MONDAY} 18:00`],
    ['to a quarter hour', '16:20', `${MONDAY} 16:33`, `${MONDAY} 16:15`, `${MONDAY} 17:15`],
    ['to the next day', '16:20', `${TUESDAY} 16:22`, `${TUESDAY} 16:00`, `${TUESDAY} 17:00`],
    ['back a day and earlier', '16:20', '2026-11-22 15:20', '2026-11-22 15:00', '2026-11-22 16:00'],
    ['not above midnight', '16:50', `${MONDAY} 00:10`, `${MONDAY} 00:00`, `${MONDAY} 01:00`],
    ['past midnight at most with its end', '16:00', `${MONDAY} 23:59`, `${MONDAY} 23:45`, `${TUESDAY} 00:45`],
  ])('%s', (_, grabbed, pointer, from, to) => {
    expect(moved(swimming, at(`${MONDAY} ${grabbed}`), at(pointer))).toEqual(span(from, to))
  })

  test('to the side keeps an odd time', () => {
    const odd = span(`${MONDAY} 16:10`, `${MONDAY} 16:55`)
    expect(moved(odd, at(`${MONDAY} 16:20`), at(`${TUESDAY} 16:25`))).toEqual(
      span(`${TUESDAY} 16:10`, `${TUESDAY} 16:55`),
    )
    expect(moved(odd, at(`${MONDAY} 16:20`), at(`${MONDAY} 16:30`))).toEqual(span(`${MONDAY} 16:15`, `${MONDAY} 17:00`))
  })

  test('of an event over midnight, grabbed on its second day', () => {
    const party = span(`${MONDAY} 22:00`, `${TUESDAY} 02:00`)
    expect(moved(party, at(`${TUESDAY} 01:00`), at('2026-11-25 02:00'))).toEqual(
      span(`${TUESDAY} 23:00`, '2026-11-25 03:00'),
    )
  })

  test('in a month keeps the time', () => {
    const odd = span(`${MONDAY} 16:10`, `${MONDAY} 16:55`)
    expect(movedToDay(odd, MONDAY, '2026-12-01')).toEqual(span('2026-12-01 16:10', '2026-12-01 16:55'))
  })
})

describe('a resize', () => {
  test.each([
    [`${MONDAY} 18:05`, `${MONDAY} 18:00`],
    [`${MONDAY} 16:40`, `${MONDAY} 16:45`],
    [`${MONDAY} 15:00`, `${MONDAY} 16:15`],
    [`${TUESDAY} 01:00`, `${TUESDAY} 01:00`],
    ['2026-11-26 01:00', `${TUESDAY} 15:45`],
  ])('to %s ends at %s', (pointer, to) => {
    expect(resized(swimming, at(pointer))).toEqual({ from: swimming.from, to: at(to) })
  })

  test('counts from where the edge was grabbed', () => {
    expect(resized(swimming, at(`${MONDAY} 17:56`), -4)).toEqual(span(`${MONDAY} 16:00`, `${MONDAY} 18:00`))
  })

  test('without a movement keeps an odd end', () => {
    const odd = span(`${MONDAY} 16:10`, `${MONDAY} 16:55`)
    expect(resized(odd, at(`${MONDAY} 16:57`))).toEqual(odd)
  })

  test('by keys has the same limits', () => {
    expect(resizedBy(swimming, -15).to).toBe(at(`${MONDAY} 16:45`))
    expect(resizedBy(span(`${MONDAY} 16:00`, `${MONDAY} 16:15`), -15).to).toBe(at(`${MONDAY} 16:15`))
    expect(resizedBy(span(`${MONDAY} 16:00`, `${MONDAY} 16:05`), -15).to).toBe(at(`${MONDAY} 16:05`))
    expect(resizedBy(span(`${MONDAY} 00:00`, `${MONDAY} 23:45`), 15).to).toBe(at(`${MONDAY} 23:45`))
  })
})

describe('a new event', () => {
  test.each([
    ['09:05', `${MONDAY} 10:20`, '09:00', `${MONDAY} 10:30`],
    ['09:05', `${MONDAY} 08:20`, '08:15', `${MONDAY} 09:15`],
    ['09:00', `${MONDAY} 09:00`, '09:00', `${MONDAY} 09:15`],
    ['23:50', `${TUESDAY} 02:00`, '23:45', `${TUESDAY} 00:00`],
    ['00:05', '2026-11-22 20:00', '00:00', `${MONDAY} 00:15`],
  ])('drawn from %s to %s', (anchor, pointer, from, to) => {
    expect(drawn(at(`${MONDAY} ${anchor}`), at(pointer))).toEqual(span(`${MONDAY} ${from}`, to))
  })

  test('without a drag takes an hour from the half hour', () => {
    expect(placedAt(at(`${MONDAY} 09:47`))).toEqual(span(`${MONDAY} 09:30`, `${MONDAY} 10:30`))
    expect(placedAt(at(`${MONDAY} 23:59`))).toEqual(span(`${MONDAY} 23:30`, `${TUESDAY} 00:00`))
  })
})

describe('the request keeps the time on the clock', () => {
  // The clocks go back on 25 October 2026 and forward on 28 March 2027.
  const event = { start: '2026-10-24T14:00:00.000Z', end: '2026-10-24T15:00:00.000Z', allDay: false }

  test('across a clock change', () => {
    const there = movedToDay(wallSpanOf(event, ZONE), '2026-10-24', '2026-10-26')
    expect(requestTimes(event, there, ZONE)).toEqual({
      start: '2026-10-26T15:00:00.000Z',
      end: '2026-10-26T16:00:00.000Z',
    })
  })

  test('into the missing hour, keeping the duration where no time would remain', () => {
    const early = { start: '2027-03-27T01:30:00.000Z', end: '2027-03-27T02:00:00.000Z', allDay: false }
    const there = movedToDay(wallSpanOf(early, ZONE), '2027-03-27', '2027-03-28')
    expect(requestTimes(early, there, ZONE)).toEqual({
      start: '2027-03-28T01:30:00.000Z',
      end: '2027-03-28T02:00:00.000Z',
    })
  })

  test('and an unchanged start in a repeated hour', () => {
    const second = { start: '2026-10-25T01:15:00.000Z', end: '2026-10-25T02:15:00.000Z', allDay: false }
    const longer = resizedBy(wallSpanOf(second, ZONE), 15)
    expect(requestTimes(second, longer, ZONE)).toEqual({ start: second.start, end: '2026-10-25T02:30:00.000Z' })
  })

  test('of an event that ends at midnight', () => {
    const late = { start: '2026-11-23T21:00:00.000Z', end: '2026-11-23T23:00:00.000Z', allDay: false }
    const there = movedToDay(wallSpanOf(late, ZONE), MONDAY, TUESDAY)
    expect(requestTimes(late, there, ZONE)).toEqual({
      start: '2026-11-24T21:00:00.000Z',
      end: '2026-11-24T23:00:00.000Z',
    })
    expect(daysOf(there)).toEqual({ first: TUESDAY, start: 22 * 60, last: TUESDAY, end: 1440 })
  })

  test('of an all-day event, in dates with an exclusive end', () => {
    const camp = { start: MONDAY, end: '2026-11-26', allDay: true }
    const there = movedToDay(wallSpanOf(camp, ZONE), TUESDAY, '2026-11-27')
    expect(requestTimes(camp, there, ZONE)).toEqual({ start: '2026-11-26', end: '2026-11-29' })
  })
})

describe('the grid', () => {
  const columns = [
    { day: MONDAY, left: 100, right: 200 },
    { day: TUESDAY, left: 200, right: 300 },
  ]

  test.each([
    [150, MONDAY],
    [250, TUESDAY],
    [20, MONDAY],
    [900, TUESDAY],
  ])('at %i px is %s', (x, day) => {
    expect(columnAt(x, columns)?.day).toBe(day)
  })

  test('has no column when it is empty', () => expect(columnAt(5, [])).toBeNull())

  test.each([
    [1000, 0],
    [1240, 720],
    [900, 0],
    [2000, 1440],
  ])('at %i px is minute %i', (y, minutes) => {
    expect(minutesAt(y, 1000, 480)).toBe(minutes)
  })

  test('splits a span at midnight', () => {
    expect(partsOf(span(`${MONDAY} 22:00`, `${TUESDAY} 02:00`))).toEqual([
      { day: MONDAY, start: 1320, end: 1440 },
      { day: TUESDAY, start: 0, end: 120 },
    ])
    expect(partsOf(span(`${MONDAY} 22:00`, `${TUESDAY} 00:00`))).toHaveLength(1)
  })
})

describe('at the edges', () => {
  test('scrolling grows towards and beyond an edge', () => {
    expect(scrollSpeed(300, 100, 500)).toBe(0)
    expect(scrollSpeed(124, 100, 500)).toBeCloseTo(-225)
    expect(scrollSpeed(476, 100, 500)).toBeCloseTo(225)
    expect(scrollSpeed(90, 100, 500)).toBe(-900)
    expect(scrollSpeed(900, 100, 500)).toBe(900)
  })

  test('a small area keeps a middle', () => expect(scrollSpeed(150, 100, 200)).toBeCloseTo(0))

  test('a pointer is outside only beyond the tolerance', () => {
    const rect = { left: 0, top: 0, right: 100, bottom: 100 }
    expect(isOutside(110, 50, rect)).toBe(false)
    expect(isOutside(130, 50, rect)).toBe(true)
    expect(isOutside(50, -30, rect)).toBe(true)
  })
})
