import { describe, expect, test } from 'vitest'
import { photosAreDue } from './hours'

const chosen = { slideshow: true, slideshowAfterMinutes: 10, slideshowFrom: null, slideshowTo: null }
const MINUTE = 60_000

describe('photosAreDue', () => {
  test('after the chosen time, and not before', () => {
    expect(photosAreDue(chosen, 10 * MINUTE - 1, 600)).toBe(false)
    expect(photosAreDue(chosen, 10 * MINUTE, 600)).toBe(true)
  })

  test('not while it is switched off, or nothing is known', () => {
    expect(photosAreDue({ ...chosen, slideshow: false }, 60 * MINUTE, 600)).toBe(false)
    expect(photosAreDue(undefined, 60 * MINUTE, 600)).toBe(false)
  })

  test('only in the chosen hours, also past midnight', () => {
    const evening = { ...chosen, slideshowFrom: '18:00', slideshowTo: '02:00' }
    expect([17, 18, 23, 1, 2].map((hour) => photosAreDue(evening, 60 * MINUTE, hour * 60))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })
})
