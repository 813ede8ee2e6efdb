import { expect, test } from 'vitest'
import { optionAt, optionLike } from './listKeys'

test.each([
  ['ArrowDown', 1, 1, 2],
  ['ArrowDown', 4, 1, 0],
  ['ArrowUp', 0, 1, 4],
  ['Home', 3, 1, 0],
  ['End', 1, 1, 4],
  ['ArrowDown', 1, 2, 3],
  ['ArrowDown', 4, 2, undefined],
  ['ArrowUp', 1, 2, undefined],
  ['End', 0, 2, 4],
  ['a', 0, 1, undefined],
])('%s at option %i of five in %i columns leads to %s', (key, at, columns, to) => {
  expect(optionAt(key, at, 5, columns)).toBe(to)
})

const CITIES = ['Berlin', 'Bonn', '🌊 Rab', 'Évora', 'Bad Ems', 'Bad Tölz']

test.each([
  ['b', 0, 1],
  ['b', 1, 4],
  ['bb', 5, 0],
  ['be', 1, 0],
  ['bad t', 4, 5],
  ['bad ', 4, 4],
  ['E', 0, 3],
  ['é', 0, 3],
  ['r', 0, 2],
  ['x', 0, -1],
])('typing %j at option %i leads to option %i', (typed, at, to) => {
  expect(optionLike(typed, at, CITIES)).toBe(to)
})
