import { expect, test } from 'vitest'
import { bound } from './shortWords.ts'

test.each([
  ['dni z rzędu', 'dni z\u00a0rzędu'],
  ['W domu i w pracy', 'W\u00a0domu i\u00a0w\u00a0pracy'],
  ['„o {time}” (z tym)', '„o\u00a0{time}” (z\u00a0tym)'],
  ['1 z 2, krok za krokiem', '1 z\u00a02, krok za krokiem'],
])('%s', (text, kept) => expect(bound(text)).toBe(kept))
