import { loadLocal, saveLocal } from '../storage/localStorage'

/** The Date header has whole seconds. */
const RESOLUTION_MS = 1_000
/** A person sees a difference of minutes; a clock that differs by less is right enough. */
const WRONG_MS = 2 * 60_000
const STORED = 'clockOffset'

/**
 * The server's clock, which decides what day it is for the household. It is this device's clock and an offset that
 * every response measures; an offset of zero means that no response has shown a difference.
 */
class ServerTime {
  /** Of the last visit, until the first response. */
  #offset = $state(Number(loadLocal(STORED) ?? 0) || 0)

  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.#offset
  }

  /** Milliseconds that the server's clock is ahead of this device's. */
  get offset(): number {
    return this.#offset
  }

  /** Whether the clocks of this device and the server differ by minutes. */
  get differs(): boolean {
    return Math.abs(this.#offset) >= WRONG_MS
  }

  /** Measures with the Date header of a response, requested and received at these times of this device's clock. */
  measure(date: string | null, requested: number, received: number): void {
    const at = Date.parse(date ?? '')
    // The server wrote the date in between.
    const least = at - received
    const most = at + RESOLUTION_MS - requested
    const isKnown = least <= this.#offset && this.#offset <= most
    // Not a date, or this device's clock was set meanwhile.
    if (isKnown || !(least <= most)) return
    this.#offset = least <= 0 && 0 <= most ? 0 : Math.round((least + most) / 2)
    saveLocal(STORED, this.#offset ? String(this.#offset) : null)
  }
}

export const serverTime = new ServerTime()
