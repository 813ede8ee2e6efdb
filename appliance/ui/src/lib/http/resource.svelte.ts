import { untrack } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import { busy } from '../busy'
import { cachedResponse, cacheResponse, latestResponses } from '../storage/indexedDb'
import { afterNextPaint } from '../touch/motion'
import { withQuery } from '../query'
import { outbox, type Project } from '../changes/outbox.svelte'
import { ApiError, readText } from './client'
import type { Answer, Path, QueryArgument } from './paths'
import { rev } from './rev.svelte'
import { session } from './session.svelte'
import { writes } from './writes'

const UNUSED_KEPT = 40
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- each resource is reactive itself; nothing observes this map
export const known = new Map<string, Resource<unknown>>()
/** Copies that were read before the first screen was drawn. */
let copies: ReadonlyMap<string, string> | undefined

/**
 * Reads what the last visit showed, so that the first screen is drawn once, with its data. Copies are used by the
 * resources that have no value yet, and by those that are made before `forgetCopies` is called.
 */
export async function readCopies(): Promise<void> {
  if (!session.key) return
  copies = await latestResponses()
  for (const each of known.values()) each.showCopy(copies?.get(each.path))
}

/** By then the first screen has read what it needs. */
export function forgetCopies(): void {
  copies = undefined
}

/**
 * The response of a GET path, kept current: loaded when something on screen first reads it, again when the household's
 * counter changes, and from the cached copy while the server is unreachable. One object per path.
 */
export function resource<P extends Path<'GET'>>(
  path: P,
  ...[query, options]: [...QueryArgument<P>, options?: Options<Answer<'GET', P>>]
): Resource<Answer<'GET', P>> {
  const address = withQuery(path, query)
  let found = known.get(address)
  if (!found) {
    found = untrackedRoot(() => new Resource(address, options as Options<unknown>))
    known.set(address, found)
    evictUnused()
  }
  return found as Resource<Answer<'GET', P>>
}

interface Options<T> {
  /** What a change of this device makes of the response, before the server has answered with it. */
  project?: Project<T>
}

export class Resource<T> {
  #answer = $state.raw<T>()
  #shown: T | undefined = $derived.by(() => {
    const { project } = this.options
    return this.#answer === undefined || !project ? this.#answer : outbox.over(this.#answer, this.#asOf, project)
  })
  #error = $state.raw<ApiError | null>(null)
  #asOf = $state(0)
  #text = ''
  #request: Promise<void> | null = null
  #repeatAfter = false
  #subscribe: () => void
  used = false

  constructor(
    readonly path: string,
    readonly options: Options<T> = {},
  ) {
    this.showCopy(copies?.get(path))
    this.#subscribe = createSubscriber(() => {
      this.used = true
      const stop = $effect.root(() => {
        $effect(() => {
          void rev.value
          if (!session.key) return
          untrack(() => void (rev.asked ? this.refresh() : this.#readCopy()))
        })
      })
      return () => {
        this.used = false
        stop()
      }
    })
  }

  /** The response with this device's newer changes; undefined until loaded. */
  get value(): T | undefined {
    this.#subscribe()
    return this.#shown
  }

  /** The response as the server gave it. */
  get answer(): T | undefined {
    this.#subscribe()
    return this.#answer
  }

  /** Error of the last attempt; the value may still hold an older response. */
  get error(): ApiError | null {
    this.#subscribe()
    return this.#error
  }

  /** Neither a value nor an error yet. */
  get loading(): boolean {
    this.#subscribe()
    return this.#answer === undefined && this.#error === null
  }

  /** Loads again. Calls during a running request cause one more request after it, and end with that one. */
  refresh(): Promise<void> {
    if (this.#request) {
      this.#repeatAfter = true
      return this.#request.then(() => this.#request ?? undefined)
    }
    this.#request = busy(this.#fetch()).finally(() => {
      this.#request = null
      if (!this.#repeatAfter) return
      this.#repeatAfter = false
      void this.refresh()
    })
    return this.#request
  }

  /** Drops the value when the key it was read with is removed. */
  clear(): void {
    this.#answer = undefined
    this.#error = null
    this.#asOf = 0
    this.#text = ''
  }

  async #fetch(): Promise<void> {
    if (this.#answer === undefined) void busy(this.#readCopy())
    // Paint the known value before the new request.
    else await afterNextPaint()
    const began = performance.now()
    const { key } = session
    const endedWrites = writes.ended
    try {
      let outdated = false
      await readText(this.path, (text) => {
        // It may contain a change that is drawn, or not: only a later response is sure to.
        const isChanged = untrack(() => this.#shown !== this.#answer)
        outdated = isChanged && (endedWrites === null || endedWrites !== writes.ended)
        if (!outdated && key === session.key) this.#accept(text, began)
      })
      // Of a key that was removed meanwhile, nothing is shown or stored.
      if (key !== session.key) return
      if (outdated) {
        void writes.settled().then(() => this.refresh())
        return
      }
      this.#error = null
      void busy(cacheResponse(this.path, this.#text))
    } catch (failure) {
      this.#error = failure instanceof ApiError ? failure : new ApiError(0, String(failure))
    }
  }

  async #readCopy(): Promise<void> {
    if (this.#answer === undefined) this.showCopy(await cachedResponse(this.path))
  }

  /** Shows a stored response until one of the server arrives. */
  showCopy(copy: string | undefined): void {
    if (copy !== undefined && this.#answer === undefined && session.key) this.#accept(copy, 0)
  }

  /** `asOf` is when the response was requested (performance.now); 0 for a cached copy. */
  #accept(text: string, asOf: number): void {
    this.#asOf = asOf
    // An equal response keeps the same objects, so that nothing is drawn again.
    if (text === this.#text) return
    this.#answer = JSON.parse(text) as T
    this.#text = text
  }
}

/**
 * Creates state outside the running derived, which would not track state created inside itself. The root stays: a derived
 * of one that has ended is not kept current.
 */
function untrackedRoot<T>(create: () => T): T {
  let created: T | undefined
  $effect.root(() => {
    created = create()
  })
  // Without a browser there are no effects.
  return created ?? create()
}

export function clearResources(): void {
  forgetCopies()
  for (const each of known.values()) each.clear()
}

/** Never the newest: who asked for it has not read it yet, and would ask for another one without end. */
function evictUnused(): void {
  const unused = [...known].filter(([path, each]) => !each.used && path.includes('?'))
  for (const [path] of unused.slice(0, -UNUSED_KEPT)) known.delete(path)
}
