import { LATEST, latestEntries } from './api/notifications'
import { loadLocal, saveLocal } from './storage/localStorage'

/** How far the feed was read on this device: the instant of the newest entry that was looked at. */
class ReadMarker {
  #readUntil = $state(loadLocal('heard'))

  /** Empty when there was nothing yet, null before the first visit. */
  get readUntil(): string | null {
    return this.#readUntil
  }

  /** Never goes back. */
  markRead(readUntil: string): void {
    if (this.#readUntil !== null && readUntil <= this.#readUntil) return
    this.#readUntil = readUntil
    saveLocal('heard', readUntil)
  }

  /** What came since, as a badge tells it; null when nothing did. A first visit starts caught up. (spec: Notification feed 4) */
  get badge(): string | null {
    const readUntil = this.#readUntil
    if (readUntil === null) return null
    const count = (latestEntries.value ?? []).filter(({ at }) => at > readUntil).length
    return count === 0 ? null : count < LATEST ? String(count) : `${LATEST - 1}+`
  }

  /** Begins with everything that is there heard. */
  start(): void {
    if (this.#readUntil === null && latestEntries.value) this.markRead(latestEntries.value[0]?.at ?? '')
  }
}

export const readMarker = new ReadMarker()
