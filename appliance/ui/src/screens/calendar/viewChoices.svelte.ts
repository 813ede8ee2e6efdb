import { device } from '$lib/device/device.svelte'
import { layout } from '$lib/device/layout.svelte'
import { loadLocal, saveLocal } from '$lib/storage/localStorage'
import { personColumnsByDefault } from './layout/dayColumns'

/** How a view is arranged; each choice is stored on the device. */
export const ARRANGEMENTS = {
  /** The calendar week, or seven days from today. */
  week: ['calendar', 'rolling'],
  /** The calendar month, or weeks from the current one on. */
  month: ['calendar', 'rolling'],
  /** One column, or one for each person. */
  day: ['together', 'people'],
} as const

export type Arranged = keyof typeof ARRANGEMENTS

export function isArranged(view: string): view is Arranged {
  return view in ARRANGEMENTS
}

class ViewChoices {
  #chosen = $state<Record<string, string | null>>(
    Object.fromEntries(Object.keys(ARRANGEMENTS).map((view) => [view, loadLocal(name(view))])),
  )

  /** What was chosen on this device; undefined until then. */
  chosen(view: Arranged): string | undefined {
    return ARRANGEMENTS[view].find((one) => one === this.#chosen[view])
  }

  /** The arrangement in use for `people` columns: the chosen one, or the default of this device. */
  inUse(view: Arranged, people: number): string {
    if (view === 'day')
      return this.chosen('day') ?? (personColumnsByDefault(device.wall, people, roomy()) ? 'people' : 'together')
    return this.chosen(view) ?? (device.wall ? 'rolling' : 'calendar')
  }

  choose(view: Arranged, wanted: string): void {
    this.#chosen[view] = wanted
    saveLocal(name(view), wanted)
  }
}

function roomy(): boolean {
  return layout.kind === 'wall'
}

function name(view: string): string {
  return `calendar.${view}`
}

export const viewChoices = new ViewChoices()
