import { categories } from '$lib/api/categories'
import { members } from '$lib/api/members'
import { device } from '$lib/device/device.svelte'
import { onReset } from '$lib/device/idle'
import { loadLocal, saveLocal } from '$lib/storage/localStorage'

const NAME = 'calendar.filters'

/** Whom and what this device's calendar shows; remembered here, not in the household. */
class Filters {
  /** Whose display it was when it was chosen, a bar, and the choice. */
  #stored = $state.raw(loadLocal(NAME) ?? '')
  /** Until somebody chooses, and when the display is given to another, it is for the one whose display it is. */
  readonly #chosenIds: readonly string[] = $derived.by(() => {
    const whose = device.follows ?? ''
    const [under, ids] = this.#stored.split('|', 2)
    return (ids !== undefined && under === whose ? ids : whose).split(' ').filter(Boolean)
  })

  /** The chosen members that still exist: a choice nobody can see must hide nothing. */
  readonly members = $derived(
    new Set((members.value ?? []).map((one) => one.id).filter((id) => this.#chosenIds.includes(id))),
  )
  readonly categories = $derived(
    new Set((categories.value ?? []).map((one) => one.id).filter((id) => this.#chosenIds.includes(id))),
  )

  get count(): number {
    return this.members.size + this.categories.size
  }

  toggle(id: string): void {
    this.#save(this.#chosenIds.includes(id) ? this.#chosenIds.filter((one) => one !== id) : [...this.#chosenIds, id])
  }

  clear(): void {
    this.#save([])
  }

  /** What somebody left behind on the wall is not what the next one wants to see. */
  reset(): void {
    this.#stored = ''
    saveLocal(NAME, null)
  }

  #save(ids: readonly string[]): void {
    this.#stored = `${device.follows ?? ''}|${ids.join(' ')}`
    saveLocal(NAME, this.#stored)
  }
}

export const filters = new Filters()
onReset(() => filters.reset())
