import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Item } from '$lib/api/types'
import { AISLES, aisleOf, aisleOfTitle, inOrder, tableOf } from './aisles'

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl']
const words = (tag: string) =>
  JSON.parse(readFileSync(new URL(`./words/${tag}.json`, import.meta.url), 'utf8')) as Record<string, string[]>

test.each(LANGUAGES)('the table of %s has every aisle, enough words, and none twice', (tag) => {
  const table = words(tag)
  expect(Object.keys(table).sort()).toEqual([...AISLES].sort())
  const all = Object.values(table).flat()
  expect(all.length).toBeGreaterThan(170)
  expect(new Set(all.map((word) => word.toLowerCase())).size).toBe(all.length)
  expect(all.filter((word) => word !== word.trim() || word === '')).toEqual([])
})

test.each([
  ['en', 'Milk', 'dairy'],
  ['en', 'organic oat milk', 'dairy'],
  ['en', 'apple', 'produce'],
  ['en', 'red wine', 'drinks'],
  ['en', 'peanut butter', 'breakfast'],
  ['en', 'a present for Theo', ''],
  ['de', 'Vollmilch', 'dairy'],
  ['de', 'Apfel', ''],
  ['de', 'Bio-Eier', 'dairy'],
  ['de', 'Dinkelbrot', 'bakery'],
  ['fr', 'jus d’orange', 'drinks'],
  ['fr', 'pommes de terre', 'produce'],
  ['es', 'tomate', 'produce'],
  ['it', 'carta igienica', 'household'],
  ['nl', 'volkorenbrood', 'bakery'],
  ['pl', 'jabłko', 'produce'],
  ['pl', 'mleka', 'dairy'],
])('%s: %s is in %s', (tag, title, aisle) => {
  expect(aisleOfTitle(title, tableOf(words(tag)))).toBe(aisle)
})

test("the family's category comes before the table", () => {
  const table = tableOf(words('en'))
  const item = (category: string | null) => ({ title: 'Milk', category }) as Item
  expect(aisleOf(item(null), table)).toBe('dairy')
  expect(aisleOf(item('Cellar'), table)).toBe('Cellar')
  expect(aisleOf(item('Fruit & vegetables'), table)).toBe('produce')
  expect(aisleOf(item('Dairy'), table)).toBe('dairy')
  expect(aisleOf(item(null), undefined)).toBe('')
})

const groups = (...names: string[]) => names.map((name, sort) => ({ kind: 'category' as const, name, sort }))

test.each([
  ['nothing is learnt: as in many stores', ['', 'dairy', 'produce'], [], [], ['produce', 'dairy', '']],
  ["the list's own order comes first", ['produce', 'Deli'], [], groups('Deli'), ['Deli', 'produce']],
  [
    'as learnt in the store',
    ['produce', 'dairy', 'drinks'],
    ['drinks', 'produce', 'dairy'],
    [],
    ['drinks', 'produce', 'dairy'],
  ],
  [
    'an unknown aisle has a place beside those before it',
    ['produce', 'bakery', 'dairy'],
    ['dairy', 'produce'],
    [],
    ['dairy', 'produce', 'bakery'],
  ],
] as const)('%s', (_, aisles, learnt, own, expected) => {
  const whole = { groups: [...own], aisleOrders: learnt.length ? [{ store: 'Aldi', aisles: [...learnt] }] : [] }
  expect(inOrder(aisles, whole, 'Aldi')).toEqual(expected)
})
