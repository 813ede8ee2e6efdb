import { session } from '../http/session.svelte'
import { t } from '../i18n/translate'

type KioskMessage = Record<string, unknown>

/** Shown on the wall of an unclaimed household, so that a phone can claim it. */
export interface ClaimCode {
  code: string
  address: string
}

declare global {
  interface Window {
    /** The kiosk's binding; it exists only on the wall's own screen. */
    mantelKiosk?: (text: string) => void
  }
}

const TIMEOUT_MS = 15_000
/** How long a wall waits for its key before it offers the general ways to sign in. */
const KEY_TIMEOUT_MS = 6_000

/**
 * Connection to the kiosk program that runs this page. It hands over the wall's key and the claim code of a new
 * household, follows the wall's light state, and manages the machine. Requests go through the binding; responses arrive
 * as events.
 */
class Kiosk {
  #claim = $state.raw<ClaimCode | null>(null)
  #awaitingKey = $state('mantelKiosk' in globalThis)
  #keyRemoved = $state(false)
  #pending = new Map<number, (message: KioskMessage) => void>()
  #ids = 0

  /** Whether this page runs in a kiosk. */
  get here(): boolean {
    return typeof window.mantelKiosk === 'function'
  }

  /** The claim code of an unclaimed household. */
  get claim(): ClaimCode | null {
    return this.#claim
  }

  /** Whether the wall has no key and still waits for one. */
  get awaitingKey(): boolean {
    return this.#awaitingKey
  }

  /** Whether a parent has removed this wall's key; the kiosk does not hand over another one. */
  get keyRemoved(): boolean {
    return this.#keyRemoved
  }

  /** Listens to the kiosk and reports the light state. Returns a function that stops it. */
  listen(): () => void {
    const onMessage = (event: Event) => this.#onMessage((event as CustomEvent<KioskMessage>).detail)
    const onLight = (event: Event) => this.#sendLight((event as CustomEvent<string>).detail)
    addEventListener('mantel:kiosk', onMessage)
    addEventListener('mantel:wake', onLight)
    this.#sendLight(document.documentElement.dataset.wake ?? 'awake')
    return () => {
      removeEventListener('mantel:kiosk', onMessage)
      removeEventListener('mantel:wake', onLight)
    }
  }

  /** Reports whether this page has a key. Without one the kiosk answers with the wall's key or the claim code. */
  announce(key: boolean): void {
    this.#awaitingKey = !key
    if (!key) setTimeout(() => (this.#awaitingKey = false), KEY_TIMEOUT_MS)
    this.sendHello(key)
  }

  /** The same, while the screen shows another way to sign in. */
  sendHello(key: boolean): void {
    this.#send({ id: ++this.#ids, do: 'hello', key })
  }

  /** Sends a request to the kiosk. Rejects with the kiosk's error text, without a kiosk, and after `timeoutMs`. */
  request(what: string, fields: KioskMessage = {}, timeoutMs = TIMEOUT_MS): Promise<KioskMessage> {
    const id = ++this.#ids
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle({ error: t('kiosk.silent') }), timeoutMs)
      const settle = (message: KioskMessage) => {
        clearTimeout(timer)
        this.#pending.delete(id)
        if (typeof message.error === 'string') reject(new Error(message.error))
        else resolve(message)
      }
      this.#pending.set(id, settle)
      if (!this.#send({ ...fields, id, do: what })) settle({ error: t('kiosk.none') })
    })
  }

  #sendLight(light: string): void {
    this.#send({ id: ++this.#ids, do: 'light', light })
  }

  #send(message: KioskMessage): boolean {
    if (!this.here) return false
    window.mantelKiosk!(JSON.stringify(message))
    return true
  }

  #onMessage(message: KioskMessage): void {
    if (typeof message.id === 'number') this.#pending.get(message.id)?.(message)
    if ('claim' in message) {
      this.#claim = message.claim as ClaimCode | null
      this.#awaitingKey = false
    }
    if (!('key' in message)) return
    this.#awaitingKey = false
    this.#keyRemoved = message.why === 'removed'
    if (typeof message.key !== 'string') return
    this.#claim = null
    session.signIn(message.key)
  }
}

export const kiosk = new Kiosk()
