import type { Item } from '../api/types'
import { addedAmounts } from './amounts'

export interface Duplicate {
  /** The open item that is on the list already. */
  item: Item
  title: string
  quantity: string | null
  /** The amount of both together. */
  sum: string | null
}

/** The open item of nobody in particular that has the title of a typed one. */
export function duplicateOf(
  items: readonly Item[],
  { title, quantity }: { title: string; quantity: string | null },
  language: string,
): Duplicate | undefined {
  const same = title.trim().toLowerCase()
  const item = items.find((one) => !one.done && !one.memberId && one.title.toLowerCase() === same)
  return item && { item, title, quantity, sum: addedAmounts(item.quantity, quantity, language) }
}

/** Whether merging changes the item. */
export const changesAmount = ({ item, sum }: Duplicate): boolean => sum !== item.quantity
