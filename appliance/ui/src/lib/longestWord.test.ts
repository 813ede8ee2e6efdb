import { expect, test } from 'vitest'
import { longestWord } from './longestWord'

test('the longest word is counted in letters, with the emoji before it and a hyphen after it', () => {
  expect(longestWord('Feed the cat')).toBe(4)
  expect(longestWord('Feed the cat', '🐈')).toBe(7)
  expect(longestWord('Maximilian-Alexander')).toBe(11)
})
