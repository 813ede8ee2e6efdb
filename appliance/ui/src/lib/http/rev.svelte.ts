import { onWrite, read } from './client'
import { EventStream } from './eventStream'
import { session } from './session.svelte'

const POLL_MS = 15_000
/** While the event stream is connected, polling only guards against a dead connection. */
const POLL_WHILE_STREAMING_MS = 60_000
/** Several writes in a row cause one request. */
const SETTLE_MS = 120

/**
 * The household's change counter: from the event stream, by polling while the page is visible, and after each own
 * write.
 */
class Rev {
  #value = $state<number | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined
  #running = false
  #request: Promise<void> | null = null
  #stream = new EventStream({ onRev: (rev) => (this.#value = rev), onLost: () => this.#schedule(SETTLE_MS) })

  get value(): number | null {
    return this.#value
  }

  start(): () => void {
    this.#running = true
    const visibilityChanged = () => (document.hidden ? this.#stop() : this.#schedule(0))
    const scheduleSoon = () => this.#schedule(SETTLE_MS)
    onWrite(scheduleSoon)
    document.addEventListener('visibilitychange', visibilityChanged)
    addEventListener('online', scheduleSoon)
    visibilityChanged()
    return () => {
      this.#running = false
      this.#stop()
      document.removeEventListener('visibilitychange', visibilityChanged)
      removeEventListener('online', scheduleSoon)
    }
  }

  /** Loads now; calls during a running request share it. */
  check(): Promise<void> {
    this.#request ??= this.#fetch().finally(() => (this.#request = null))
    return this.#request
  }

  async #fetch(): Promise<void> {
    if (!session.key) return
    try {
      const { rev } = await read<{ rev: number }>('/api/rev')
      this.#value = rev
    } catch {
      // `connection` shows the error; the next poll tries again.
    }
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer)
    if (!this.#running) return
    this.#timer = setTimeout(async () => {
      await this.check()
      if (!this.#running || document.hidden) return
      this.#stream.follow(session.key)
      this.#schedule(this.#stream.connected ? POLL_WHILE_STREAMING_MS : POLL_MS)
    }, delay)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#stream.follow(null)
  }
}

export const rev = new Rev()
