import { clearCachedResponses } from '../storage/indexedDb'
import { removePushSubscription } from '../push/pushRenewal.svelte'
import { loadLocal, saveLocal } from '../storage/localStorage'

/** This device's key. */
class Session {
  #key = $state(loadLocal('key'))
  #expired = $state(false)

  get key(): string | null {
    return this.#key
  }

  /** The server rejected the key this device had. */
  get expired(): boolean {
    return this.#expired
  }

  signIn(key: string): void {
    this.#key = key.trim()
    this.#expired = false
    saveLocal('key', this.#key)
  }

  /** Called on a 401. The outbox is kept until somebody signs in again. */
  expire(): void {
    this.#key = null
    this.#expired = true
    saveLocal('key', null)
    void removePushSubscription()
  }

  async signOut(): Promise<void> {
    this.#key = null
    this.#expired = false
    saveLocal('key', null)
    await Promise.allSettled([clearCachedResponses(), removePushSubscription()])
  }
}

export const session = new Session()
