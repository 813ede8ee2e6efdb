import { expect, it } from 'vitest'
import words from './en.json'

function texts(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value as object).flatMap(texts)
}

it('spells a word one way', () => {
  const pairs = [
    ['gray', 'grey'],
    ['color', 'colour'],
    ['favorite', 'favourite'],
    ['organizer', 'organiser'],
  ]
  const all = texts(words).join('\n').toLowerCase()
  expect(pairs.filter((pair) => pair.every((word) => all.includes(word)))).toEqual([])
})

it('has a space on both sides of a middle dot', () => {
  expect(texts(words).filter((text) => /\S·|·\S/.test(text))).toEqual([])
})
