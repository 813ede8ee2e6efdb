import { forgetCopies } from '../storage/indexedDb'
import { forgetPush } from '../push/pushRenewal'
import { keep, kept } from '../storage/localStorage'

/** This device's key to the household. */
class Session {
  #key = $state(kept('key'))
  #expired = $state(false)

  get key(): string | null {
    return this.#key
  }

  /** The server no longer knows the key this device had. */
  get expired(): boolean {
    return this.#expired
  }

  signIn(key: string): void {
    this.#key = key.trim()
    this.#expired = false
    keep('key', this.#key)
  }

  /** Called when the server answers 401. What waits in the outbox stays until somebody signs in again. */
  refused(): void {
    this.#key = null
    this.#expired = true
    keep('key', null)
    void forgetPush()
  }

  async signOut(): Promise<void> {
    this.#key = null
    this.#expired = false
    keep('key', null)
    await Promise.allSettled([forgetCopies(), forgetPush()])
  }
}

export const session = new Session()
