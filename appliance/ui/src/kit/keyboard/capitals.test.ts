import { expect, test } from 'vitest'
import { beginsCapital } from './capitals'

test.each([
  ['', 'words', true],
  ['Anna', 'words', false],
  ['Anna ', 'words', true],
  ['Anna-', 'words', true],
  ['', 'sentences', true],
  ['Feed', 'sentences', false],
  ['Feed ', 'sentences', false],
  ['Feed the cat. ', 'sentences', true],
  ['Really?! ', 'sentences', true],
  ['He said “no.” ', 'sentences', true],
  ['at 9.30', 'sentences', false],
  ['First line\n', 'sentences', true],
  ['', '', true],
  ['', 'off', false],
  ['End. ', 'none', false],
])('after “%s” with %s: %s', (before, autocapitalize, capital) => {
  expect(beginsCapital(before, autocapitalize)).toBe(capital)
})
