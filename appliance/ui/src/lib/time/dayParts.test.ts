import { describe, expect, test } from 'vitest'
import { type DayPart, dayPartAt, isLater } from './dayParts'

const TIMES = { afternoonFrom: '12:00', eveningFrom: '17:30' }

describe('the part of the day', () => {
  test.each<[number, DayPart]>([
    [0, 'morning'],
    [12 * 60 - 1, 'morning'],
    [12 * 60, 'afternoon'],
    [17 * 60 + 29, 'afternoon'],
    [17 * 60 + 30, 'evening'],
    [24 * 60 - 1, 'evening'],
  ])('at minute %d it is %s', (minutes, part) => {
    expect(dayPartAt(minutes, TIMES)).toBe(part)
  })
})

describe('what is for later', () => {
  test.each<[DayPart | null, DayPart, boolean]>([
    [null, 'morning', false],
    ['morning', 'morning', false],
    ['evening', 'morning', true],
    ['evening', 'afternoon', true],
    ['morning', 'evening', false],
  ])('%s in the %s: %s', (part, now, later) => {
    expect(isLater(part, now)).toBe(later)
  })
})
