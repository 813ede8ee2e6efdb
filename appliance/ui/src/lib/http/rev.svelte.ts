import { onWritten, read } from './client'
import { Feed } from './eventStream'
import { session } from './session.svelte'

const EVERY_MS = 15_000
/** While the server tells by itself, polling only guards against a connection that died in silence. */
const BESIDE_FEED_MS = 60_000
/** Several writes in a row are asked about once. */
const SETTLE_MS = 120

/** The household's change counter: told by the server and polled while the page is seen, asked after an own write. */
class Rev {
  #value = $state<number | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined
  #running = false
  #asking: Promise<void> | null = null
  #feed = new Feed({ heard: (rev) => (this.#value = rev), lost: () => this.#in(SETTLE_MS) })

  get value(): number | null {
    return this.#value
  }

  start(): () => void {
    this.#running = true
    const seen = () => (document.hidden ? this.#rest() : this.#in(0))
    const soon = () => this.#in(SETTLE_MS)
    onWritten(soon)
    document.addEventListener('visibilitychange', seen)
    addEventListener('online', soon)
    seen()
    return () => {
      this.#running = false
      this.#rest()
      document.removeEventListener('visibilitychange', seen)
      removeEventListener('online', soon)
    }
  }

  /** Asks now; those who ask while an answer is on its way share it. */
  check(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = null))
    return this.#asking
  }

  async #ask(): Promise<void> {
    if (!session.key) return
    try {
      const { rev } = await read<{ rev: number }>('/api/rev')
      this.#value = rev
    } catch {
      // The connection state says so; the next round asks again.
    }
  }

  #in(delay: number): void {
    clearTimeout(this.#timer)
    if (!this.#running) return
    this.#timer = setTimeout(async () => {
      await this.check()
      if (!this.#running || document.hidden) return
      this.#feed.follow(session.key)
      this.#in(this.#feed.living ? BESIDE_FEED_MS : EVERY_MS)
    }, delay)
  }

  #rest(): void {
    clearTimeout(this.#timer)
    this.#feed.follow(null)
  }
}

export const rev = new Rev()
