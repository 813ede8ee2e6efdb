import { kiosk } from '$lib/device/kiosk.svelte'

export interface WifiState {
  /** Whether NetworkManager looks after this machine. */
  managed: boolean
  adapter: boolean
  wired: boolean
  connected: string | null
  /** Per cent; null without Wi-Fi. */
  strength: number | null
  /** The number by which other devices find this machine. */
  address: string | null
}

export interface Network {
  ssid: string
  /** Per cent; null when out of reach. */
  strength: number | null
  security: 'open' | 'password' | 'wep' | 'enterprise' | null
  known: boolean
  connected: boolean
}

/** What did not work: which field it is about, and a sentence that says what to do. */
export interface Refused {
  why: string
  text: string
}

const AGAIN_MS = 20_000
/** A little longer than the kiosk looks, joins and gives up by itself. */
const SCAN_MS = 25_000
const JOIN_MS = 100_000

/** The Wi-Fi of the machine that this page stands on, as its kiosk tells. */
export class Wifi {
  state = $state.raw<WifiState | null>(null)
  networks = $state.raw<Network[] | null>(null)
  looking = $state(false)
  /** The network that is being joined. */
  joining = $state<string | null>(null)
  trouble = $state<string | null>(null)

  /** Looks again and again while the screen is there; the answer stops it. */
  watch(): () => void {
    void this.look()
    const timer = setInterval(() => void this.look(), AGAIN_MS)
    return () => clearInterval(timer)
  }

  async look(): Promise<void> {
    if (this.looking || this.joining !== null) return
    this.looking = true
    try {
      this.state = (await kiosk.request('wifi.state')) as unknown as WifiState
      if (!this.state.managed || !this.state.adapter) return void (this.networks = [])
      const { networks } = await kiosk.request('wifi.scan', {}, SCAN_MS)
      this.networks = networks as Network[]
      this.trouble = null
    } catch (failure) {
      this.trouble = (failure as Error).message
      this.networks ??= []
    } finally {
      this.looking = false
    }
  }

  /** Without a password where it is known or open. Null when it worked. */
  async join(ssid: string, password: string, hidden: boolean): Promise<Refused | null> {
    this.joining = ssid
    try {
      const answer = await kiosk.request('wifi.join', { ssid, password, hidden }, JOIN_MS)
      return answer.joined ? null : (answer as unknown as Refused)
    } catch (failure) {
      return { why: 'failed', text: (failure as Error).message }
    } finally {
      this.joining = null
      void this.#settle()
    }
  }

  async stop(): Promise<void> {
    await kiosk.request('wifi.cancel')
  }

  async forget(ssid: string): Promise<void> {
    await kiosk.request('wifi.forget', { ssid })
    await this.#settle()
  }

  async #settle(): Promise<void> {
    this.state = (await kiosk.request('wifi.state').catch(() => this.state)) as unknown as WifiState
    await this.look()
  }
}
