import { callJson } from '$lib/http/client'
import type { WaitingDevice } from '$lib/api/types'

const POLL_MS = 2_500

/** The devices that wait for a parent's approval, oldest first. */
export class WaitingDevices {
  #devices = $state.raw<WaitingDevice[]>([])
  readonly #adminKey: string | undefined

  /** `adminKey` replaces this device's key: a wall uses the first admin key during setup. */
  constructor(adminKey?: string) {
    this.#adminKey = adminKey
  }

  get list(): WaitingDevice[] {
    return this.#devices
  }

  withCode(code: string | null): WaitingDevice | null {
    return this.#devices.find((device) => device.code === code) ?? null
  }

  /** Polls until stopped: an expired request disappears without a write. */
  start(): () => void {
    let timer: ReturnType<typeof setTimeout>
    let stopped = false
    const look = async () => {
      if (!document.hidden) await this.refresh()
      if (!stopped) timer = setTimeout(() => void look(), POLL_MS)
    }
    void look()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }

  async refresh(): Promise<void> {
    try {
      const found = await callJson('GET', '/api/pair/waiting', undefined, this.#adminKey)
      if (JSON.stringify(found) !== JSON.stringify(this.#devices)) this.#devices = found
    } catch {
      // The next poll tries again; a code can still be typed.
    }
  }
}
