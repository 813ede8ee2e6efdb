import { type Change, outbox } from '$lib/outbox/outbox.svelte'
import { isChangeOfEvent, withWaitingTimes } from './waiting'
import type { EventInstance } from '$lib/api/types'

type Redraw = (events: EventInstance[]) => EventInstance[]

const NONE: readonly Change[] = []

/** New times that are drawn before they are on their way to the server. */
class Pending {
  #redraws = $state.raw<readonly Redraw[]>([])
  /** The same object while there are none: ticks of chores must not lay the calendar out again. */
  #waiting = $derived.by(() => {
    const waiting = outbox.changes.filter(isChangeOfEvent)
    return waiting.length ? waiting : NONE
  })

  /** Draws other events until the returned function is called. */
  add(redraw: Redraw): () => void {
    this.#redraws = [...this.#redraws, redraw]
    return () => (this.#redraws = this.#redraws.filter((one) => one !== redraw))
  }

  /** The events of a response requested at `asOf` with this device's newer times. */
  over(events: EventInstance[], asOf: number): EventInstance[] {
    const drawn = this.#redraws.reduce((shown, redraw) => redraw(shown), events)
    return withWaitingTimes(drawn, this.#waiting, asOf)
  }
}

export const pendingTimes = new Pending()
