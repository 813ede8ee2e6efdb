import { untrack } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import { cachedResponse, cacheResponse } from '../storage/indexedDb'
import { afterNextPaint } from '../touch/motion'
import { ApiError, callText } from './client'
import { rev } from './rev.svelte'
import { session } from './session.svelte'

const UNUSED_KEPT = 40
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- each resource is reactive itself; nothing observes this map
const known = new Map<string, Resource<unknown>>()

/**
 * What a GET path answers, kept fresh: asked for when something on screen first reads it, again whenever the household's
 * counter moves, and shown from the last good copy while the server is away. One object per path.
 */
export function resource<T>(path: string): Resource<T> {
  let found = known.get(path)
  if (!found) {
    found = untrackedRoot(() => new Resource<unknown>(path))
    known.set(path, found)
    evictUnused()
  }
  return found as Resource<T>
}

export class Resource<T> {
  #value = $state.raw<T>()
  #error = $state.raw<ApiError | null>(null)
  #asOf = $state(0)
  #text = ''
  #request: Promise<void> | null = null
  #repeatAfter = false
  #subscribe: () => void
  used = false

  constructor(readonly path: string) {
    this.#subscribe = createSubscriber(() => {
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
    this.#subscribe()
    return this.#value
  }

  /** Why the last attempt failed; the value may still hold an older answer. */
  get error(): ApiError | null {
    this.#subscribe()
    return this.#error
  }

  /** Nothing to show yet and nothing known to be wrong. */
  get loading(): boolean {
    this.#subscribe()
    return this.#value === undefined && this.#error === null
  }

  /** When the answer shown was asked for (performance.now); 0 for a copy from an earlier visit. */
  get asOf(): number {
    this.#subscribe()
    return this.#asOf
  }

  /** Asks again; attempts that overlap become one more attempt after the running one. */
  refresh(): Promise<void> {
    if (this.#request) {
      this.#repeatAfter = true
      return this.#request
    }
    this.#request = this.#fetch().finally(() => {
      this.#request = null
      if (!this.#repeatAfter) return
      this.#repeatAfter = false
      void this.refresh()
    })
    return this.#request
  }

  /** Shows a change before the server has confirmed it. The next answer replaces it. */
  patch(change: (value: T) => T): void {
    if (this.#value === undefined) return
    this.#value = change(this.#value)
    this.#text = ''
  }

  /** Drops what is known, when the key it was read with is given up. */
  clear(): void {
    this.#value = undefined
    this.#error = null
    this.#asOf = 0
    this.#text = ''
  }

  async #fetch(): Promise<void> {
    if (this.#value === undefined) void this.#showCopy()
    // What is known is painted before it is asked for again.
    else await afterNextPaint()
    const began = performance.now()
    try {
      this.#accept(await callText('GET', this.path))
      this.#asOf = began
      this.#error = null
      void cacheResponse(this.path, this.#text)
    } catch (failure) {
      this.#error = failure instanceof ApiError ? failure : new ApiError(0, String(failure))
    }
  }

  async #showCopy(): Promise<void> {
    const copy = await cachedResponse(this.path)
    if (copy !== undefined && this.#value === undefined && session.key) this.#accept(copy)
  }

  #accept(text: string): void {
    // An equal answer keeps the same objects, so nothing on screen is drawn again.
    if (text === this.#text) return
    this.#value = JSON.parse(text) as T
    this.#text = text
  }
}

/** A derived does not follow state that is made while it runs, and would never hear of the answer. */
function untrackedRoot<T>(create: () => T): T {
  let created!: T
  $effect.root(() => {
    created = create()
  })()
  return created
}

export function clearResources(): void {
  for (const each of known.values()) each.clear()
}

function evictUnused(): void {
  if (known.size <= UNUSED_KEPT) return
  for (const [path, unused] of known) {
    if (known.size <= UNUSED_KEPT) return
    if (!unused.used && unused.path.includes('?')) known.delete(path)
  }
}
