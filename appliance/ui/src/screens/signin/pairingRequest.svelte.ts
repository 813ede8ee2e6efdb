import { ApiError } from '$lib/http/client'
import { beginPairing, pollPairing } from '$lib/api/signIn'
import { loadLocal, saveLocal } from '$lib/storage/localStorage'
import type { DeviceKind, Pairing } from '$lib/api/types'
import { deviceName } from './deviceName'

const POLL_MS = 3_000
const RETRY_WHEN_FULL_MS = 30_000
const LIFETIME_MS = 10 * 60_000

type StoredPairing = Pairing & { ends: number; kind: DeviceKind }

/** What the server answered to a device that was approved. */
export interface Approved {
  key: string
  kind: DeviceKind
  memberId: string | null
}

/** A pairing request of this screen: shows a code until it is approved, and a new one when it expires. */
export class PairingRequest {
  // Stored, so that a reload shows the same code and does not use another slot.
  #stored = $state.raw<StoredPairing | null>(loadStored())
  #problem = $state<'full' | 'away' | null>(null)

  /** Whose device it is, of the request that is stored; null if there is none. */
  get kind(): DeviceKind | null {
    return this.#stored?.kind ?? null
  }

  get code(): string | null {
    return this.#stored?.code ?? null
  }

  /** Expiry of the code by this device's clock. */
  get ends(): number {
    return this.#stored?.ends ?? 0
  }

  get problem(): 'full' | 'away' | null {
    return this.#problem
  }

  /** Polls until stopped; `enter` receives the key, which the server sends once. */
  start(kind: DeviceKind, enter: (approved: Approved) => void): () => void {
    if (this.#stored && this.#stored.kind !== kind) this.#store(null)
    let timer: ReturnType<typeof setTimeout>
    let stopped = false
    const poll = async () => {
      const pause = await this.#poll(kind, enter)
      if (!stopped && pause !== null) timer = setTimeout(() => void poll(), pause)
    }
    void poll()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }

  /** The pause before the next poll; null to stop. */
  async #poll(kind: DeviceKind, enter: (approved: Approved) => void): Promise<number | null> {
    try {
      if (!this.#stored) {
        const begun = await beginPairing({ kind, deviceName: deviceName() })
        this.#store({ ...begun, kind, ends: Date.now() + LIFETIME_MS })
      }
      const answer = await pollPairing(this.#stored!)
      this.#problem = null
      if (!answer.key) return POLL_MS
      this.#store(null)
      enter({ key: answer.key, kind: answer.kind ?? kind, memberId: answer.memberId ?? null })
      return null
    } catch (failure) {
      return this.#onError(failure)
    }
  }

  #onError(failure: unknown): number {
    const status = failure instanceof ApiError ? failure.status : 0
    if (status === 404) {
      this.#store(null)
      return 0
    }
    this.#problem = status === 429 ? 'full' : 'away'
    return status === 429 ? RETRY_WHEN_FULL_MS : POLL_MS
  }

  #store(pairing: StoredPairing | null): void {
    this.#stored = pairing
    saveLocal('pairing', pairing && JSON.stringify(pairing))
  }
}

function loadStored(): StoredPairing | null {
  try {
    const pairing = JSON.parse(loadLocal('pairing') ?? 'null') as StoredPairing | null
    return pairing && pairing.ends > Date.now() ? pairing : null
  } catch {
    return null
  }
}
