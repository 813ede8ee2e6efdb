import { session } from '../http/session.svelte'
import { t } from '../i18n/translate'

export type Detail = Record<string, unknown>

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

const PATIENCE_MS = 15_000
/** The longest a wall waits for its key before it offers the ways every screen has. */
const KEY_MS = 6_000

/**
 * The program that keeps this page on the wall's screen. It hands the wall its key, knows the code of an unclaimed household,
 * follows the light of the wall, and manages the machine. Words go to it through the binding, and come back as events.
 */
class Kiosk {
  #claim = $state.raw<ClaimCode | null>(null)
  #fetching = $state('mantelKiosk' in globalThis)
  #removed = $state(false)
  #waiting = new Map<number, (detail: Detail) => void>()
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
  get fetching(): boolean {
    return this.#fetching
  }

  /** Whether a parent has taken this wall's key away, so that it is handed no other. */
  get removed(): boolean {
    return this.#removed
  }

  /** Hears the kiosk, and tells it of the light; the answer stops it. */
  listen(): () => void {
    const heard = (event: Event) => this.#hear((event as CustomEvent<Detail>).detail)
    const lit = (event: Event) => this.#light((event as CustomEvent<string>).detail)
    addEventListener('mantel:kiosk', heard)
    addEventListener('mantel:wake', lit)
    this.#light(document.documentElement.dataset.wake ?? 'awake')
    return () => {
      removeEventListener('mantel:kiosk', heard)
      removeEventListener('mantel:wake', lit)
    }
  }

  /** Says whether this page has a key. Without one it is handed the wall's own, or the code that claims the household. */
  greet(key: boolean): void {
    this.#fetching = !key
    if (!key) setTimeout(() => (this.#fetching = false), KEY_MS)
    this.hello(key)
  }

  /** The same, while the screen shows another way in. */
  hello(key: boolean): void {
    this.#say({ id: ++this.#ids, do: 'hello', key })
  }

  /** Asks the kiosk to do something. Fails with its sentence, where there is none, and after `patience` ms of silence. */
  ask(what: string, fields: Detail = {}, patience = PATIENCE_MS): Promise<Detail> {
    const id = ++this.#ids
    return new Promise((answer, fail) => {
      const timer = setTimeout(() => take({ error: t('kiosk.silent') }), patience)
      const take = (detail: Detail) => {
        clearTimeout(timer)
        this.#waiting.delete(id)
        if (typeof detail.error === 'string') fail(new Error(detail.error))
        else answer(detail)
      }
      this.#waiting.set(id, take)
      if (!this.#say({ ...fields, id, do: what })) take({ error: t('kiosk.none') })
    })
  }

  #light(light: string): void {
    this.#say({ id: ++this.#ids, do: 'light', light })
  }

  #say(detail: Detail): boolean {
    if (!this.here) return false
    window.mantelKiosk!(JSON.stringify(detail))
    return true
  }

  #hear(detail: Detail): void {
    if (typeof detail.id === 'number') this.#waiting.get(detail.id)?.(detail)
    if ('claim' in detail) {
      this.#claim = detail.claim as ClaimCode | null
      this.#fetching = false
    }
    if (!('key' in detail)) return
    this.#fetching = false
    this.#removed = detail.why === 'removed'
    if (typeof detail.key !== 'string') return
    this.#claim = null
    session.signIn(detail.key)
  }
}

export const kiosk = new Kiosk()
