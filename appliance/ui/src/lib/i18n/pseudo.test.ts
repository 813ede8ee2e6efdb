import { expect, test } from 'vitest'
import { pseudoText } from './pseudo'

test('a long text has accents, keeps its placeholders, and is at least 40 % longer', () => {
  const text = 'Delete {name} and its {count} events?'
  const long = pseudoText('en-XA', text)
  expect(long).toContain('{name}')
  expect(long).toContain('{count}')
  expect(long).toContain('Ðéļéţé')
  expect(long.length).toBeGreaterThanOrEqual(text.length * 1.4 - 1)
})

test('a text from right to left marks each word and keeps its placeholders', () => {
  expect(pseudoText('ar-XB', 'Hello {name}!')).toBe('\u202EHello\u202C {name}!')
})
