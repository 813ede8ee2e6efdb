import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addedAmounts } from './amounts'

type Case = [language: string, first: string | null, second: string | null, sum: string | null]

/** The cases of the server's rule. */
const CASES = JSON.parse(
  readFileSync(new URL('../../../../../tests/lists/amounts.json', import.meta.url), 'utf8'),
) as Case[]

test('there are cases', () => expect(CASES.length).toBeGreaterThan(40))

test.each(CASES)('%s: %s and %s are %s', (language, first, second, sum) => {
  expect(addedAmounts(first, second, language)).toBe(sum)
})
