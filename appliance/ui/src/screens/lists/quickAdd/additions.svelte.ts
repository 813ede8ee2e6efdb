import { changesAmount, type Duplicate, duplicateOf } from '$lib/amounts/amounts'
import { addItems, changeItem } from '$lib/api/lists'
import { language } from '$lib/i18n/language.svelte'
import type { TypedItem } from '$lib/quickAdd/items'
import { defaultAuthor } from '$parts/noteAuthor'
import type { Item, List } from '$lib/api/types'

/** What is added to a list, and the questions about what is on it already. */
export class Additions {
  /** What was meant to be added and is on the list already. */
  asked = $state.raw<Duplicate[]>([])

  constructor(
    readonly list: () => List,
    readonly items: () => readonly Item[],
  ) {}

  /** Adds what is not on the list yet; answers whether that is all of it. */
  add(wanted: TypedItem[]): boolean {
    const found = wanted.map((one) => duplicateOf(this.items(), one, language.tag))
    this.asked = [...this.asked.filter(changesAmount), ...found.filter((one) => one !== undefined)]
    this.#addAll(wanted.filter((_, at) => !found[at]))
    return found.every((one) => !one)
  }

  /** The amount is that of the item now: it may have changed since the question. */
  merge = (one: Duplicate) => {
    const now = duplicateOf(this.items(), one, language.tag)
    if (now) changeItem(now.item, { quantity: now.sum })
    else this.#addAll([one])
    this.#drop(one)
  }

  addAgain = (one: Duplicate) => {
    this.#addAll([one])
    this.#drop(one)
  }

  #drop(one: Duplicate) {
    this.asked = this.asked.filter((other) => other !== one)
  }

  #addAll(wanted: TypedItem[]) {
    const by = defaultAuthor()
    if (wanted.length === 0) return
    addItems(
      this.list().id,
      wanted.map(({ title, quantity }) => ({
        title,
        ...(quantity ? { quantity } : {}),
        ...(by ? { addedBy: by } : {}),
      })),
    )
  }
}
