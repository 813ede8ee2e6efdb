import { untrack } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import { copyOf, keepCopy } from '../storage/indexedDb'
import { painted } from '../touch/motion'
import { ApiError, callText } from './client'
import { rev } from './rev.svelte'
import { session } from './session.svelte'

const IDLE_KEPT = 40
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- each resource is reactive itself; nothing observes this map
const known = new Map<string, Resource<unknown>>()

/**
 * What a GET path answers, kept fresh: asked for when something on screen first reads it, again whenever the household's
 * counter moves, and shown from the last good copy while the server is away. One object per path.
 */
export function resource<T>(path: string): Resource<T> {
  let found = known.get(path)
  if (!found) {
    found = apart(() => new Resource<unknown>(path))
    known.set(path, found)
    letGo()
  }
  return found as Resource<T>
}

export class Resource<T> {
  #value = $state.raw<T>()
  #error = $state.raw<ApiError | null>(null)
  #asOf = $state(0)
  #text = ''
  #asking: Promise<void> | null = null
  #again = false
  #watch: () => void
  used = false

  constructor(readonly path: string) {
    this.#watch = createSubscriber(() => {
      this.used = true
      const stop = $effect.root(() => {
        $effect(() => {
          void rev.value
          if (session.key) untrack(() => void this.refresh())
        })
      })
      return () => {
        this.used = false
        stop()
      }
    })
  }

  /** The answer; undefined until there is one. */
  get value(): T | undefined {
    this.#watch()
    return this.#value
  }

  /** Why the last attempt failed; the value may still hold an older answer. */
  get error(): ApiError | null {
    this.#watch()
    return this.#error
  }

  /** Nothing to show yet and nothing known to be wrong. */
  get loading(): boolean {
    this.#watch()
    return this.#value === undefined && this.#error === null
  }

  /** When the answer shown was asked for (performance.now); 0 for a copy from an earlier visit. */
  get asOf(): number {
    this.#watch()
    return this.#asOf
  }

  /** Asks again; attempts that overlap become one more attempt after the running one. */
  refresh(): Promise<void> {
    if (this.#asking) {
      this.#again = true
      return this.#asking
    }
    this.#asking = this.#ask().finally(() => {
      this.#asking = null
      if (!this.#again) return
      this.#again = false
      void this.refresh()
    })
    return this.#asking
  }

  /** Shows a change before the server has confirmed it. The next answer replaces it. */
  patch(change: (value: T) => T): void {
    if (this.#value === undefined) return
    this.#value = change(this.#value)
    this.#text = ''
  }

  /** Drops what is known, when the key it was read with is given up. */
  forget(): void {
    this.#value = undefined
    this.#error = null
    this.#asOf = 0
    this.#text = ''
  }

  async #ask(): Promise<void> {
    if (this.#value === undefined) void this.#recall()
    // What is known is painted before it is asked for again.
    else await painted()
    const began = performance.now()
    try {
      this.#take(await callText('GET', this.path))
      this.#asOf = began
      this.#error = null
      void keepCopy(this.path, this.#text)
    } catch (failure) {
      this.#error = failure instanceof ApiError ? failure : new ApiError(0, String(failure))
    }
  }

  async #recall(): Promise<void> {
    const copy = await copyOf(this.path)
    if (copy !== undefined && this.#value === undefined && session.key) this.#take(copy)
  }

  #take(text: string): void {
    // An equal answer keeps the same objects, so nothing on screen is drawn again.
    if (text === this.#text) return
    this.#value = JSON.parse(text) as T
    this.#text = text
  }
}

/** A derived does not follow state that is made while it runs, and would never hear of the answer. */
function apart<T>(make: () => T): T {
  let made!: T
  $effect.root(() => {
    made = make()
  })()
  return made
}

export function forgetAll(): void {
  for (const one of known.values()) one.forget()
}

function letGo(): void {
  if (known.size <= IDLE_KEPT) return
  for (const [path, one] of known) {
    if (known.size <= IDLE_KEPT) return
    if (!one.used && one.path.includes('?')) known.delete(path)
  }
}
