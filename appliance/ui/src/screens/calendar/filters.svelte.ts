import { categories } from '$lib/api/categories'
import { members } from '$lib/api/members'
import { device } from '$lib/device/device.svelte'
import { onReset } from '$lib/device/idle'
import { loadLocal, saveLocal } from '$lib/storage/localStorage'

const NAME = 'calendar.filters'

/** The filters of this device's calendar; stored on the device. */
class Filters {
  /** The followed member at the time of the choice, a bar, and the chosen ids. */
  #stored = $state.raw(loadLocal(NAME) ?? '')
  /** Default: the followed member. A stored choice is valid only for the member it was made for. */
  readonly #chosenIds: readonly string[] = $derived.by(() => {
    const whose = device.follows ?? ''
    const [under, ids] = this.#stored.split('|', 2)
    return (ids !== undefined && under === whose ? ids : whose).split(' ').filter(Boolean)
  })

  /** Chosen members that still exist: an invisible choice must not hide anything. */
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

  /** Clears the filters when the wall resets. */
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
