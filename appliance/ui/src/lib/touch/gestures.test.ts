import { expect, test } from 'vitest'
import { turn } from './gestures'

const degrees = (value: number) => (value * Math.PI) / 180

test.each([
  [0, 45, 45],
  [170, -170, 20],
  [-170, 170, -20],
  [350, 10, 20],
  [90, 90, 0],
])('from %i to %i degrees is a turn of %i', (from, to, expected) => {
  expect(turn(degrees(from), degrees(to))).toBeCloseTo(degrees(expected))
})
