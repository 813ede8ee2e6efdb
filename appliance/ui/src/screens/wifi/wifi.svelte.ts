import { kiosk } from '$lib/device/kiosk.svelte'

export interface WifiState {
  /** Whether NetworkManager manages this machine. */
  managed: boolean
  adapter: boolean
  wired: boolean
  connected: string | null
  /** Percent; null without Wi-Fi. */
  strength: number | null
  /** IP address of this machine in the home network. */
  address: string | null
}

export interface Network {
  ssid: string
  /** Percent; null when out of reach. */
  strength: number | null
  security: 'open' | 'password' | 'wep' | 'enterprise' | null
  known: boolean
  connected: boolean
}

/** An error: its cause, and a text that says what to do. */
export interface WifiError {
  why: string
  text: string
}

const REFRESH_MS = 20_000
/** Slightly longer than the kiosk's own timeouts. */
const SCAN_MS = 25_000
const JOIN_MS = 100_000

/** The Wi-Fi of this machine, managed by its kiosk. */
export class Wifi {
  state = $state.raw<WifiState | null>(null)
  networks = $state.raw<Network[] | null>(null)
  scanning = $state(false)
  /** The network that is being joined. */
  joining = $state<string | null>(null)
  problem = $state<string | null>(null)

  /** Scans repeatedly while the screen is open. Returns a function that stops it. */
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

  /** No password for a known or open network. Returns null on success. */
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
