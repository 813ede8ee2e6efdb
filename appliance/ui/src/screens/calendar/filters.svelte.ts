import { categories } from '$lib/api/categories'
import { members } from '$lib/api/members'
import { device } from '$lib/device/device.svelte'
import { onReset } from '$lib/device/idle'
import { loadLocal, saveLocal } from '$lib/storage/localStorage'

const NAME = 'calendar.filters'

/** Whom and what this device's calendar shows; remembered here, not in the household. */
class Filters {
  /** Whose display it was when it was chosen, a bar, and the choice. */
  #kept = $state.raw(loadLocal(NAME) ?? '')
  /** Until somebody chooses, and when the display is given to another, it is for the one whose display it is. */
  readonly #ids: readonly string[] = $derived.by(() => {
    const whose = device.follows ?? ''
    const [under, ids] = this.#kept.split('|', 2)
    return (ids !== undefined && under === whose ? ids : whose).split(' ').filter(Boolean)
  })

  /** The chosen members that still exist: a choice nobody can see must hide nothing. */
  readonly members = $derived(
    new Set((members.value ?? []).map((one) => one.id).filter((id) => this.#ids.includes(id))),
  )
  readonly categories = $derived(
    new Set((categories.value ?? []).map((one) => one.id).filter((id) => this.#ids.includes(id))),
  )

  get count(): number {
    return this.members.size + this.categories.size
  }

  toggle(id: string): void {
    this.#set(this.#ids.includes(id) ? this.#ids.filter((one) => one !== id) : [...this.#ids, id])
  }

  clear(): void {
    this.#set([])
  }

  /** What somebody left behind on the wall is not what the next one wants to see. */
  restore(): void {
    this.#kept = ''
    saveLocal(NAME, null)
  }

  #set(ids: readonly string[]): void {
    this.#kept = `${device.follows ?? ''}|${ids.join(' ')}`
    saveLocal(NAME, this.#kept)
  }
}

export const filters = new Filters()
onReset(() => filters.restore())
