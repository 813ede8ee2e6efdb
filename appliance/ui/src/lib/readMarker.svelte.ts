import { LATEST, latestEntries } from './api/notifications'
import { loadLocal, saveLocal } from './storage/localStorage'

/** How far the feed was read on this device: the instant of the newest entry seen. */
class ReadMarker {
  #readUntil = $state(loadLocal('readUntil'))

  /** Empty if the feed was empty, null before the first visit. */
  get readUntil(): string | null {
    return this.#readUntil
  }

  /** Never moves back. */
  markRead(readUntil: string): void {
    if (this.#readUntil !== null && readUntil <= this.#readUntil) return
    this.#readUntil = readUntil
    saveLocal('readUntil', readUntil)
  }

  /**
   * The number of unread entries as shown on the badge; null for none. On a first visit everything counts as read.
   * (contract: Notification feed 4)
   */
  get badge(): string | null {
    const readUntil = this.#readUntil
    if (readUntil === null) return null
    const count = (latestEntries.value ?? []).filter(({ at }) => at > readUntil).length
    return count === 0 ? null : count < LATEST ? String(count) : `${LATEST - 1}+`
  }

  /** Marks everything as read on a first visit. */
  start(): void {
    if (this.#readUntil === null && latestEntries.value) this.markRead(latestEntries.value[0]?.at ?? '')
  }
}

export const readMarker = new ReadMarker()
