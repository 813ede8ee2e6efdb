import { LATEST, latestEntries } from './api/notifications'
import { keep, kept } from './storage/localStorage'

/** How far the feed was read on this device: the instant of the newest entry that was looked at. */
class Heard {
  #until = $state(kept('heard'))

  /** Empty when there was nothing yet, null before the first visit. */
  get until(): string | null {
    return this.#until
  }

  /** Never goes back. */
  catchUp(until: string): void {
    if (this.#until !== null && until <= this.#until) return
    this.#until = until
    keep('heard', until)
  }

  /** What came since, as a badge tells it; null when nothing did. A first visit starts caught up. (spec: Notification feed 4) */
  get badge(): string | null {
    const until = this.#until
    if (until === null) return null
    const count = (latestEntries.value ?? []).filter(({ at }) => at > until).length
    return count === 0 ? null : count < LATEST ? String(count) : `${LATEST - 1}+`
  }

  /** Begins with everything that is there heard. */
  begin(): void {
    if (this.#until === null && latestEntries.value) this.catchUp(latestEntries.value[0]?.at ?? '')
  }
}

export const heard = new Heard()
