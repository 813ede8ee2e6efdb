import { device } from '$lib/device/device.svelte'
import { layout } from '$lib/device/layout.svelte'
import { loadLocal, saveLocal } from '$lib/storage/localStorage'
import { personColumnsByDefault } from './layout/dayColumns'

/** How a view is arranged; each choice is stored on the device. */
const ARRANGEMENTS = {
  /** The calendar week, or seven days from today. */
  week: ['calendar', 'rolling'],
  /** A row for each person, a column of cards for each day, or a grid of hours. */
  weekLayout: ['people', 'days', 'hours'],
  /** The calendar month, or weeks from the current one on. */
  month: ['calendar', 'rolling'],
  /** One column, or one for each person. */
  day: ['together', 'people'],
} as const

export type Arranged = keyof typeof ARRANGEMENTS

export function isArranged(view: string): view is Arranged {
  return view in ARRANGEMENTS
}

/** What a view lets this device choose: a phone has no room for rows of people, and its weeks are those of the calendar. */
export function choicesOf(view: Arranged): Arranged[] {
  if (layout.kind === 'phone') return view === 'week' ? ['weekLayout'] : []
  return view === 'week' ? ['weekLayout', 'week'] : [view]
}

/** The arrangements that this device can draw. */
export function arrangementsOf(choice: Arranged): readonly string[] {
  const all: readonly string[] = ARRANGEMENTS[choice]
  return layout.kind === 'phone' ? all.filter((one) => one !== 'people') : all
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
    if (view === 'weekLayout') {
      const usual = people >= 2 ? 'people' : 'days'
      return arrangementsOf(view).find((one) => one === (this.chosen(view) ?? usual)) ?? 'days'
    }
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
