import { describe, expect, test } from 'vitest'
import { freePlace, rowsBetween } from './freePlace'

const AREA = { left: 0, top: 0, right: 1000, bottom: 600 }
const SIZE = { width: 200, height: 50 }
const ROWS = [540, 10]
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

describe('a message goes where nothing can be tapped', () => {
  test('to the middle of the first row', () => {
    expect(freePlace(SIZE, AREA, ROWS, [])).toEqual({ left: 400, top: 540 })
  })

  test('beside what is in the middle', () => {
    expect(freePlace(SIZE, AREA, ROWS, [box(450, 500, 100, 100)])).toEqual({ left: 240, top: 540 })
    expect(freePlace(SIZE, AREA, ROWS, [box(0, 500, 550, 100)])).toEqual({ left: 560, top: 540 })
  })

  test('to the next row where the first one is full', () => {
    expect(freePlace(SIZE, AREA, ROWS, [box(0, 550, 1000, 20)])).toEqual({ left: 400, top: 10 })
  })

  test('over a dialog between its buttons, the lowest such place', () => {
    const dialog = [box(0, 0, 1000, 60), box(0, 200, 1000, 60), box(0, 400, 1000, 200)]
    expect(freePlace(SIZE, AREA, rowsBetween(10, 540), dialog)).toEqual({ left: 400, top: 348 })
    expect(rowsBetween(10, 5)).toEqual([5])
  })

  test('nowhere where both are full', () => {
    const full = [box(0, 550, 1000, 20), box(150, 0, 50, 60), box(390, 0, 500, 60)]
    expect(freePlace(SIZE, AREA, ROWS, full)).toBeNull()
  })
})
