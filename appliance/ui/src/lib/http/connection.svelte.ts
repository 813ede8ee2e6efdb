import { loadLocal, saveLocal } from '../storage/localStorage'
import { serverTime } from '../time/serverTime.svelte'

const SAVE_INTERVAL_MS = 60_000

/** Whether the last request reached the server. */
class Connection {
  #reached = $state(true)
  #last = $state(Number(loadLocal('reached') ?? 0))

  get reached(): boolean {
    return this.#reached
  }

  /** When the server last answered, in this visit or an earlier one; 0 for never. */
  get last(): number {
    return this.#last
  }

  markReachable(): void {
    this.#reached = true
    const now = serverTime.now()
    if (Math.abs(now - this.#last) < SAVE_INTERVAL_MS) return
    this.#last = now
    saveLocal('reached', String(now))
  }

  markUnreachable(): void {
    this.#reached = false
  }
}

export const connection = new Connection()
