import { ApiError } from '$lib/http/client'
import { beginPairing, type Pairing, pollPairing } from '$lib/api/signIn'
import { loadLocal, saveLocal } from '$lib/storage/localStorage'

const POLL_MS = 3_000
const FULL_MS = 30_000
const LIFETIME_MS = 10 * 60_000

type Waiting = Pairing & { ends: number }

/** This screen asks to be let in: it shows a code until somebody says yes, and a new one when its time is over. */
export class Asking {
  // Kept, so that a reload shows the same code and does not use up another place among those who wait.
  #waiting = $state.raw<Waiting | null>(remembered())
  #trouble = $state<'full' | 'away' | null>(null)

  get code(): string | null {
    return this.#waiting?.code ?? null
  }

  /** When the code ends, by this device's own clock. */
  get ends(): number {
    return this.#waiting?.ends ?? 0
  }

  get trouble(): 'full' | 'away' | null {
    return this.#trouble
  }

  /** Asks until it is stopped; `enter` gets the key, which the server tells once. */
  start(enter: (key: string) => void): () => void {
    let timer: ReturnType<typeof setTimeout>
    let stopped = false
    const round = async () => {
      const pause = await this.#round(enter)
      if (!stopped && pause !== null) timer = setTimeout(round, pause)
    }
    void round()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }

  /** The pause before the next question; null when there is none. */
  async #round(enter: (key: string) => void): Promise<number | null> {
    try {
      if (!this.#waiting) this.#keep({ ...(await beginPairing()), ends: Date.now() + LIFETIME_MS })
      const answer = await pollPairing(this.#waiting!)
      this.#trouble = null
      if (answer.status === 'pending') return POLL_MS
      this.#keep(null)
      enter(answer.key)
      return null
    } catch (failure) {
      return this.#after(failure)
    }
  }

  #after(failure: unknown): number {
    const status = failure instanceof ApiError ? failure.status : 0
    if (status === 404) {
      this.#keep(null)
      return 0
    }
    this.#trouble = status === 429 ? 'full' : 'away'
    return status === 429 ? FULL_MS : POLL_MS
  }

  #keep(waiting: Waiting | null): void {
    this.#waiting = waiting
    saveLocal('pairing', waiting && JSON.stringify(waiting))
  }
}

function remembered(): Waiting | null {
  try {
    const waiting = JSON.parse(loadLocal('pairing') ?? 'null') as Waiting | null
    return waiting && waiting.ends > Date.now() ? waiting : null
  } catch {
    return null
  }
}
