import { expect, test } from 'vitest'
import { amountText, ingredientsOf, lineOf, quantityText } from './amounts'
import type { Ingredient } from '$lib/api/types'

const some = (more: Partial<Ingredient>): Ingredient => ({
  name: 'x',
  amount: null,
  amountTo: null,
  unit: null,
  note: null,
  ...more,
})

test.each([
  [750, 'g', '750'],
  [333.3, 'g', '335'],
  [1.5, 'cups', '1 ½'],
  [2 / 3, 'cup', '⅔'],
  [0.02, 'tsp', '⅛'],
  [4.5, null, '4 ½'],
  [2.95, null, '3'],
  [14.6, null, '15'],
])('%d %s is %s', (amount, unit, expected) => {
  expect(amountText(amount, unit)).toBe(expected)
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
