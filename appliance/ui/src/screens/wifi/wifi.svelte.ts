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
export interface WifiError {
  why: string
  text: string
}

const REFRESH_MS = 20_000
/** A little longer than the kiosk looks, joins and gives up by itself. */
const SCAN_MS = 25_000
const JOIN_MS = 100_000

/** The Wi-Fi of the machine that this page stands on, as its kiosk tells. */
export class Wifi {
  state = $state.raw<WifiState | null>(null)
  networks = $state.raw<Network[] | null>(null)
  scanning = $state(false)
  /** The network that is being joined. */
  joining = $state<string | null>(null)
  problem = $state<string | null>(null)

  /** Looks again and again while the screen is there; the answer stops it. */
  watch(): () => void {
    void this.scan()
    const timer = setInterval(() => void this.scan(), REFRESH_MS)
    return () => clearInterval(timer)
  }

  async scan(): Promise<void> {
    if (this.scanning || this.joining !== null) return
    this.scanning = true
    try {
      this.state = (await kiosk.request('wifi.state')) as unknown as WifiState
      if (!this.state.managed || !this.state.adapter) return void (this.networks = [])
      const { networks } = await kiosk.request('wifi.scan', {}, SCAN_MS)
      this.networks = networks as Network[]
      this.problem = null
    } catch (failure) {
      this.problem = (failure as Error).message
      this.networks ??= []
    } finally {
      this.scanning = false
    }
  }

  /** Without a password where it is known or open. Null when it worked. */
  async join(ssid: string, password: string, hidden: boolean): Promise<WifiError | null> {
    this.joining = ssid
    try {
      const answer = await kiosk.request('wifi.join', { ssid, password, hidden }, JOIN_MS)
      return answer.joined ? null : (answer as unknown as WifiError)
    } catch (failure) {
      return { why: 'failed', text: (failure as Error).message }
    } finally {
      this.joining = null
      void this.#refreshState()
    }
  }

  async stop(): Promise<void> {
    await kiosk.request('wifi.cancel')
  }

  async forget(ssid: string): Promise<void> {
    await kiosk.request('wifi.forget', { ssid })
    await this.#refreshState()
  }

  async #refreshState(): Promise<void> {
    this.state = (await kiosk.request('wifi.state').catch(() => this.state)) as unknown as WifiState
    await this.scan()
  }
}
