import { expect, test } from 'vitest'
import { linkify, plainText } from './descriptionText'

// What is HTML is read by the browser: tests/journeys/test_descriptions.py.
test.each([
  'Join the meeting<https://teams.example/l/19:abc>\nMeeting ID: 123',
  'Contact Anna <anna@example.com> by <TBC> Friday',
  'a < b and b > c, <i think so>, <3',
  'Bring <name>, <a@example.com> and <b or c>',
  'Ask for <address required>, <title open>, <a name> or <section of the hall>',
])('%s is no HTML', (text) => {
  expect(plainText(text)).toBe(text)
})

test.each([
  ['See https://example.com/a_(b).', 'https://example.com/a_(b)'],
  ['Join (https://example.com/j/1)', 'https://example.com/j/1'],
  ['Join<https://example.com/l/19:abc>', 'https://example.com/l/19:abc'],
  ['Is it (https://example.com/a_(b))?', 'https://example.com/a_(b)'],
])('the address in: %s', (text, href) => {
  const pieces = linkify(text)
  expect(pieces.find((piece) => piece.href)?.href).toBe(href)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})
