import { keep, kept } from '../storage/localStorage'

const MARK_MS = 60_000

/** Whether the last call reached the household's server. */
class Connection {
  #reached = $state(true)
  #last = $state(Number(kept('reached') ?? 0))

  get reached(): boolean {
    return this.#reached
  }

  /** When the house last answered, in this visit or an earlier one; 0 for never. */
  get last(): number {
    return this.#last
  }

  made(): void {
    this.#reached = true
    const now = Date.now()
    if (now - this.#last < MARK_MS) return
    this.#last = now
    keep('reached', String(now))
  }

  lost(): void {
    this.#reached = false
  }
}

export const connection = new Connection()
