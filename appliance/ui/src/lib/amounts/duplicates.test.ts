import { expect, test } from 'vitest'
import type { Item } from '../api/types'
import { changesAmount, duplicateOf } from './amounts'

const item = (title: string, more: Partial<Item> = {}) =>
  ({ title, quantity: null, done: false, memberId: null, ...more }) as Item
const items = [
  item('Milk', { quantity: '2 l' }),
  item('Bread'),
  item('Eggs', { done: true }),
  item('Tea', { memberId: 'ana' }),
]

test.each([
  [{ title: ' milk ', quantity: '1 l' }, '3 l', true],
  [{ title: 'Milk', quantity: null }, '2 l', false],
  [{ title: 'Bread', quantity: null }, null, false],
  [{ title: 'Bread', quantity: '2' }, '2', true],
])('%o is on the list', (typed, sum, changed) => {
  const found = duplicateOf(items, typed, 'en')!
  expect(found.sum).toBe(sum)
  expect(changesAmount(found)).toBe(changed)
})

test.each(['Eggs', 'Tea', 'Oat milk'])('%s is not open, for somebody, or not there', (title) => {
  expect(duplicateOf(items, { title, quantity: null }, 'en')).toBeUndefined()
})
