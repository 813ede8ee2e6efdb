import { busy } from '../busy'
import { onWrite, read } from './client'
import { EventStream } from './eventStream'
import { session } from './session.svelte'
import { writes } from './writes'

const POLL_MS = 15_000
/** While the event stream is connected, polling only guards against a dead connection. */
const POLL_WHILE_STREAMING_MS = 60_000
/** Several writes in a row cause one request. */
const SETTLE_MS = 120
/** A slow server does not keep the screen waiting for the first answer longer. */
const FIRST_ANSWER_MS = 2_000

/**
 * The household's change counter: from the event stream, by polling while the page is visible, and after each own
 * write.
 */
class Rev {
  #value = $state<number | null>(null)
  #asked = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #running = false
  #request: Promise<void> | null = null
  #endedWrites: number | null = null
  #scheduleSoon = () => {
    this.#schedule(SETTLE_MS)
    // Until the request begins.
    void busy(new Promise((then) => setTimeout(then, SETTLE_MS)))
  }
  #stream = new EventStream({ onRev: (rev) => (this.#value = rev), onLost: this.#scheduleSoon })

  /** Null until the first answer. */
  get value(): number | null {
    return this.#value
  }

  /**
   * Whether responses may be requested: the first request for the counter has ended, or takes long. A response that was
   * requested earlier may be older than the counter, and would have to be requested again.
   */
  get asked(): boolean {
    return this.#asked
  }

  start(): () => void {
    this.#running = true
    const visibilityChanged = () => (document.hidden ? this.#stop() : void this.poll())
    onWrite(this.#scheduleSoon)
    document.addEventListener('visibilitychange', visibilityChanged)
    addEventListener('online', this.#scheduleSoon)
    visibilityChanged()
    return () => {
      this.#running = false
      this.#stop()
      document.removeEventListener('visibilitychange', visibilityChanged)
      removeEventListener('online', this.#scheduleSoon)
    }
  }

  /** Loads now. Calls during a running request share it, or wait for another one when a write ended since it began. */
  check(): Promise<void> {
    if (this.#request && this.#endedWrites !== writes.ended) return this.#request.then(() => this.check())
    this.#endedWrites = writes.ended
    this.#request ??= this.#fetch().finally(() => (this.#request = null))
    return this.#request
  }

  async #fetch(): Promise<void> {
    if (!session.key) return
    setTimeout(() => (this.#asked = true), FIRST_ANSWER_MS)
    try {
      const { rev } = await read('/api/rev')
      this.#value = rev
    } catch {
      // `connection` shows the error; the next poll tries again.
    }
    this.#asked = true
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer)
    if (this.#running) this.#timer = setTimeout(() => void this.poll(), delay)
  }

  /** Loads now and follows the event stream with the key of this device, without one no more. Repeated from then on. */
  async poll(): Promise<void> {
    clearTimeout(this.#timer)
    await this.check()
    if (!this.#running || document.hidden) return
    this.#stream.follow(session.key)
    this.#schedule(this.#stream.connected ? POLL_WHILE_STREAMING_MS : POLL_MS)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#stream.follow(null)
  }
}

export const rev = new Rev()
