import { expect, test } from 'vitest'
import { PALETTE } from './colour/palette'
import { freeColor, initials, sameColor } from './people'

test('a free colour is preferred to one in use', () => {
  const given: string[] = []
  PALETTE.forEach(() => given.push(freeColor(given)))
  expect(new Set(given).size).toBe(PALETTE.length)
  expect(freeColor(given)).toBe(PALETTE[0].hex)
  expect(freeColor([...given, PALETTE[0].hex, null])).toBe(PALETTE[7].hex)
})

test('colours are compared case-insensitively', () => {
  expect(sameColor('#E5604D', [{ name: 'Ana', color: '#e5604d' }])).toBe('Ana')
  expect(sameColor('#e5604d', [{ name: 'Ana', color: '#f08a3c' }])).toBeUndefined()
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
