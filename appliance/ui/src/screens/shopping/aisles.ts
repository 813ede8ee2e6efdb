import { namesOf } from '../lists/detail/sections'
import type { Item, WholeList } from '$lib/api/types'
import { t, type MessageKey } from '$lib/i18n/translate'

/** The aisles of the built-in table, in the order of many stores. Others are the family's own categories. */
export const AISLES = [
  ...['produce', 'bakery', 'meat', 'fish', 'dairy', 'staples', 'tins', 'spices', 'breakfast', 'snacks', 'drinks'],
  ...['frozen', 'household', 'care', 'baby', 'pets'],
]
/** The aisle of what is in no other. */
const OTHER = ''
/** A part of a compound is looked up from this length: "Vollmilch" is milk. */
const PART = 4

/** Words of a language by their aisle: `words/<language>.json`. */
export type Table = ReadonlyMap<string, string>

const files = import.meta.glob<Record<string, string[]>>('./words/*.json', { import: 'default' })

export async function loadTable(language: string): Promise<Table> {
  const load = files[`./words/${language}.json`] ?? files['./words/en.json']!
  return tableOf(await load())
}

export function tableOf(words: Record<string, string[]>): Table {
  return new Map(Object.entries(words).flatMap(([aisle, of]) => of.map((word) => [word.toLowerCase(), aisle] as const)))
}

/** The aisle of a thing: of its whole title, else of the longest known words in it, else of the end of a compound. */
export function aisleOfTitle(title: string, table: Table): string {
  const text = title.trim().toLowerCase()
  const words = text.split(/[^\p{L}\p{N}’'-]+/u).filter(Boolean)
  for (let length = words.length; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const found = lookUp(words.slice(at, at + length).join(' '), table)
      if (found) return found
    }
  const last = words.at(-1) ?? ''
  for (let cut = 1; cut <= last.length - PART; cut++) {
    const found = table.get(last.slice(cut))
    if (found) return found
  }
  return OTHER
}

/** A word, or another form of one: an apple is found by apples. */
function lookUp(word: string, table: Table): string | undefined {
  const exact = table.get(word)
  if (exact || word.length < PART) return exact
  for (const [known, aisle] of table) {
    const stem = Math.max(PART, Math.min(known.length, word.length) - 2)
    if (Math.abs(known.length - word.length) <= 2 && known.slice(0, stem) === word.slice(0, stem)) return aisle
  }
  return undefined
}

/**
 * The aisle of an item: the family's category, else that of the built-in table. A category that is named like one of the
 * table's aisles, or like a part of one, is that aisle.
 */
export function aisleOf(item: Item, table: Table | undefined): string {
  if (!item.category) return table ? aisleOfTitle(item.title, table) : OTHER
  const own = wordsOf(item.category)
  return AISLES.find((aisle) => isWithin(own, wordsOf(nameOf(aisle)))) ?? item.category
}

/** The words that say something: without "and" and the like. */
function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= PART) // prettier-ignore
}

/** "Dairy" and "Fruit & vegetables" are within the names of the table's aisles. */
function isWithin(own: string[], names: string[]): boolean {
  return own.length > 0 && own.every((word) => names.includes(word))
}

export function nameOf(aisle: string): string {
  if (aisle === OTHER) return t('lists.ungrouped')
  return AISLES.includes(aisle) ? t(`shopping.aisles.${aisle}` as MessageKey) : aisle
}

/** What the order of aisles is made of, of a whole list. */
export type Ordered = Pick<WholeList, 'groups'> & { aisleOrders?: WholeList['aisleOrders'] }

/** Whether the way through a store is known. */
export const isLearnt = ({ aisleOrders }: Ordered, store: string): boolean =>
  (aisleOrders ?? []).some((one) => one.store === store && one.aisles.length > 1)

/**
 * The aisles in the order of a store: as learnt there. An aisle that was not visited yet comes after the one before it
 * in the usual order, which is the order of the list's categories, then that of the table.
 */
export function inOrder(aisles: readonly string[], whole: Ordered, store: string): string[] {
  const learnt = (whole.aisleOrders ?? []).find((one) => one.store === store)?.aisles ?? []
  const usual = [...new Set([...namesOf(whole.groups, 'category'), ...AISLES, ...aisles])].filter(
    (one) => one !== OTHER,
  )
  const order = learnt.filter((one) => one !== OTHER)
  for (const [at, aisle] of usual.entries()) {
    if (order.includes(aisle)) continue
    const before = usual.slice(0, at).findLast((one) => order.includes(one))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, aisle)
  }
  return [...order, OTHER].filter((aisle) => aisles.includes(aisle))
}
