import { expect, test } from 'vitest'
import { difference } from './colour/difference'
import { PALETTE } from './colour/palette'
import { freeColor, initials, sameColor } from './people'

test('a free colour is preferred to one in use', () => {
  const given: string[] = []
  PALETTE.forEach(() => given.push(freeColor(given)))
  expect(new Set(given).size).toBe(PALETTE.length)
  const again = freeColor(given)
  expect(given).toContain(again)
  expect(freeColor([...given, again, null])).not.toBe(again)
})

test('nine people get colours that differ clearly, also beside one that is not of the palette', () => {
  const given = ['#5a63d2']
  while (given.length < 9) given.push(freeColor(given))
  given.forEach(
    (color, at) =>
    expect(sameColor(color, given.filter((_, other) => other !== at).map((one) => ({ name: one, color: one })))).toBeUndefined(), // prettier-ignore
  )
})

test('colours are compared case-insensitively', () => {
  expect(sameColor('#E5604D', [{ name: 'Ana', color: '#e5604d' }])).toBe('Ana')
  expect(sameColor('#e5604d', [{ name: 'Ana', color: '#f08a3c' }])).toBeUndefined()
})

test('colours that are hard to tell apart count as the same', () => {
  expect(sameColor('#4a6fd6', [{ name: 'Ana', color: '#7a5fd0' }])).toBe('Ana')
  expect(sameColor('#3f9d63', [{ name: 'Ana', color: '#2f9e94' }])).toBe('Ana')
  expect(difference('#000000', '#ffffff')).toBeCloseTo(1)
})

test.each([
  ['Ana', 'A'],
  ['Ana Maria Lund', 'AL'],
  ['Øystein', null],
  ['Zoë-Lou', 'ZL'],
  ['Émile', 'E'],
  ['李', null],
  ['', null],
])('initials of %s', (name, wanted) => {
  expect(initials(name)).toBe(wanted)
})
