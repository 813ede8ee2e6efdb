import { loadLocal, saveLocal } from '../storage/localStorage'

const STORED = 'toddlerLock'

/**
 * While a wall takes no touches: `clean` while somebody wipes it, `toddler` until a grown-up unlocks it. The lock is
 * stored, so that neither a new load of the page nor a power cut ends it.
 */
class HandsOff {
  #mode = $state<'clean' | 'toddler' | null>(loadLocal(STORED) ? 'toddler' : null)

  get mode(): 'clean' | 'toddler' | null {
    return this.#mode
  }

  clean(): void {
    this.#mode = 'clean'
  }

  lock(): void {
    this.#mode = 'toddler'
    saveLocal(STORED, '1')
  }

  end(): void {
    this.#mode = null
    saveLocal(STORED, null)
  }
}

export const handsOff = new HandsOff()
