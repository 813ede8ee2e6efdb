import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ingredientsOf, lineOf, quantityText } from './amounts'
import type { Ingredient } from '$lib/api/types'

const some = (more: Partial<Ingredient>): Ingredient => ({
  name: 'x',
  amount: null,
  amountTo: null,
  unit: null,
  note: null,
  ...more,
})

interface Case {
  amount: number | null
  unit: string | null
  portions: number
  language: string
  expected: string | null
}
const CASES = JSON.parse(
  readFileSync(new URL('../../../../../tests/meals/portions.json', import.meta.url), 'utf8'),
) as Case[]

test.each(CASES)('as the server: %j', ({ amount, unit, portions, language, expected }) => {
  expect(quantityText(some({ amount, unit }), 4, portions, language)).toBe(expected ?? '')
})

test('a range and an ingredient without an amount', () => {
  expect(quantityText(some({ amount: 2, amountTo: 3, unit: 'EL' }), 4, 8)).toBe('4–6 EL')
  expect(quantityText(some({}), 4, 8)).toBe('')
})

test('a line', () => {
  expect(lineOf(some({ amount: 1.5, unit: 'cups', name: 'flour', note: 'sifted' }))).toBe('1.5 cups flour (sifted)')
  expect(lineOf(some({ name: 'salt' }))).toBe('salt')
})

test('what a step names', () => {
  const known = [some({ name: 'red onions' }), some({ name: 'Butter' }), some({ name: 'eggs' })]
  expect(ingredientsOf('Chop the onion and melt the butter.', known).map(({ name }) => name)).toEqual([
    'red onions',
    'Butter',
  ])
})
