import { expect, test } from 'vitest'
import { grouped } from './grouped'

const WALL = 16 / 10
const wide = (id: string) => ({ id, width: 1600, height: 1200, fromFolder: false })
const upright = (id: string) => ({ id, width: 1200, height: 1600, fromFolder: false })
const square = (id: string) => ({ id, width: 1200, height: 1200, fromFolder: false })
const unknown = (id: string) => ({ id, width: null, height: null, fromFolder: true })
const ids = (groups: { id: string }[][]) => groups.map((group) => group.map(({ id }) => id).join(''))

test('two upright pictures stand together where the first of them is', () => {
  expect(ids(grouped([wide('a'), upright('b'), wide('c'), upright('d'), wide('e')], WALL))).toEqual([
    'a',
    'bd',
    'c',
    'e',
  ])
})

test('an upright picture without a second one stands alone', () => {
  expect(ids(grouped([upright('a'), upright('b'), upright('c'), wide('d')], WALL))).toEqual(['ab', 'c', 'd'])
})

test('square pictures, and those whose size is not known, stand alone', () => {
  expect(ids(grouped([square('a'), unknown('b'), square('c'), unknown('d')], WALL))).toEqual(['a', 'b', 'c', 'd'])
})

test('an upright or square screen shows one picture at a time', () => {
  const slides = [upright('a'), upright('b')]
  expect(ids(grouped(slides, 10 / 16))).toEqual(['a', 'b'])
  expect(ids(grouped(slides, 1))).toEqual(['a', 'b'])
})

test('every picture is shown once', () => {
  const slides = Array.from({ length: 31 }, (_, at) => (at % 3 === 0 ? wide : upright)(String(at)))
  const shown = grouped(slides, WALL).flat()
  expect(new Set(shown)).toEqual(new Set(slides))
  expect(shown.length).toBe(slides.length)
})
