const SILENCE_MS = 60_000
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000

/** Callbacks of the event stream. */
export interface Listener {
  /** The household's change counter. */
  onRev(rev: number): void
  /** The stream was interrupted; no events arrive until it is connected again. */
  onLost(): void
}

/**
 * The server's event stream for one key at a time; reconnects after every interruption. `EventSource` cannot send a
 * key.
 */
export class EventStream {
  #key: string | null = null
  #stop = new AbortController()
  #connected = false

  constructor(
    private readonly listener: Listener,
    private readonly url = '/api/live',
    private readonly firstPause = FIRST_PAUSE_MS,
  ) {}

  /** Whether events are arriving. */
  get connected(): boolean {
    return this.#connected
  }

  /** Follows with a key; null stops. Calling it again with the same key has no effect. */
  follow(key: string | null): void {
    if (key === this.#key) return
    this.#stop.abort()
    this.#stop = new AbortController()
    this.#connected = false
    this.#key = key
    if (key !== null) void this.#reconnectLoop(key, this.#stop.signal)
  }

  async #reconnectLoop(key: string, stop: AbortSignal): Promise<void> {
    let pause = this.firstPause
    while (!stop.aborted) {
      await this.#read(key, stop).catch(() => undefined)
      if (stop.aborted) return
      if (this.#connected) pause = this.firstPause
      this.#connected = false
      this.listener.onLost()
      await sleep(pause, stop)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }

  async #read(key: string, stop: AbortSignal): Promise<void> {
    const silent = new AbortController()
    let timer = setTimeout(() => silent.abort(), SILENCE_MS)
    try {
      const headers = { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' }
      const answer = await fetch(this.url, {
        headers,
        cache: 'no-store',
        signal: AbortSignal.any([stop, silent.signal]),
      })
      // A captive portal answers every path with its login page.
      if (!answer.ok || !answer.body || !answer.headers.get('Content-Type')?.startsWith('text/event-stream')) return
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      for (let part = await reader.read(); !part.done && !stop.aborted; part = await reader.read()) {
        clearTimeout(timer)
        timer = setTimeout(() => silent.abort(), SILENCE_MS)
        this.#connected = true
        const events = (text + part.value).split('\n\n')
        text = events.pop() ?? ''
        const revs = events.map(revOf).filter((rev) => rev !== null)
        if (revs.length) this.listener.onRev(revs.at(-1)!)
      }
    } finally {
      clearTimeout(timer)
    }
  }
}

function revOf(event: string): number | null {
  const id = /^id: (\d+)$/m.exec(event)
  return id ? Number(id[1]) : null
}

function sleep(time: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // The signal outlives every pause, so its listener must be removed.
    const done = () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, time)
    stop.addEventListener('abort', done)
  })
}
