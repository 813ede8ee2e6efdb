import { session } from '../http/session.svelte'
import { t } from '../i18n/translate'

export type KioskMessage = Record<string, unknown>

/** What a fresh household's wall shows, so that a phone can claim it. */
export interface ClaimCode {
  code: string
  address: string
}

declare global {
  interface Window {
    /** The kiosk's binding: there is one only on the wall's own screen. */
    mantelKiosk?: (text: string) => void
  }
}

const TIMEOUT_MS = 15_000
/** The longest a wall waits for its key before it offers the ways every screen has. */
const KEY_TIMEOUT_MS = 6_000

/**
 * The program that keeps this page on the wall's screen. It hands the wall its key, knows the code of an unclaimed household,
 * follows the light of the wall, and manages the machine. Words go to it through the binding, and come back as events.
 */
class Kiosk {
  #claim = $state.raw<ClaimCode | null>(null)
  #awaitingKey = $state('mantelKiosk' in globalThis)
  #keyRemoved = $state(false)
  #pending = new Map<number, (message: KioskMessage) => void>()
  #ids = 0

  /** Whether this page stands on a wall with a kiosk. */
  get here(): boolean {
    return typeof window.mantelKiosk === 'function'
  }

  /** The code of the household that nobody has claimed yet. */
  get claim(): ClaimCode | null {
    return this.#claim
  }

  /** Whether the wall has no key and still hopes to be handed one. */
  get awaitingKey(): boolean {
    return this.#awaitingKey
  }

  /** Whether a parent has taken this wall's key away, so that it is handed no other. */
  get keyRemoved(): boolean {
    return this.#keyRemoved
  }

  /** Hears the kiosk, and tells it of the light; the answer stops it. */
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

  /** Says whether this page has a key. Without one it is handed the wall's own, or the code that claims the household. */
  announce(key: boolean): void {
    this.#awaitingKey = !key
    if (!key) setTimeout(() => (this.#awaitingKey = false), KEY_TIMEOUT_MS)
    this.sendHello(key)
  }

  /** The same, while the screen shows another way in. */
  sendHello(key: boolean): void {
    this.#send({ id: ++this.#ids, do: 'hello', key })
  }

  /** Asks the kiosk to do something. Fails with its sentence, where there is none, and after `patience` ms of silence. */
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
