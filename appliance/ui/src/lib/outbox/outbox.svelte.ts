import { untrack } from 'svelte'
import { ApiError, type Method, send } from '../http/client'
import { connection } from '../http/connection.svelte'
import { session } from '../http/session.svelte'
import { database, type StoredChange } from '../storage/indexedDb'
import { freshId } from '../ids'

type Write = Exclude<Method, 'GET'>
type RejectionListener = (change: Change, failure: ApiError) => void
type DeliveryListener = (change: Change) => void

/** A change made on this device. */
export interface Change extends StoredChange {
  /** When the server had it (performance.now); unset while it waits. What was asked for later already holds it. */
  sentAt?: number
}

export interface ChangeOptions {
  /** What is being done, for a person to read should the server refuse it. */
  words?: string
  /** Milliseconds it is held back, so that it can be taken back without a trace. */
  hold?: number
  /** A later change below this path ends the holding: it must not overtake. */
  scope?: string
}

/** Until then a change that is on its way is nobody's worry. */
const LATE_MS = 2_000
const RETRY_MS = 5_000
const RETRY_MOST_MS = 60_000
const SENT_KEPT = 200

/**
 * Changes that survive a lost connection and a reload: kept on this device in order, sent one after the other, tried again
 * until the server has answered. Every change is safe to repeat, because an answer may be lost too. What the server refuses
 * is dropped and told to whoever asked to hear of it; without a valid key everything stays.
 */
class Outbox {
  #changes = $state.raw<readonly Change[]>([])
  #late = $state(false)
  #sending = false
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Where each change stands in the device's storage. */
  #stored = new Map<string, number>()
  #rejectionListeners = new Set<RejectionListener>()
  #deliveryListeners = new Set<DeliveryListener>()

  /** What this device changed, oldest first: everything that waits, and the latest that were sent. */
  get changes(): readonly Change[] {
    return this.#changes
  }

  /** Changes that wait longer than a moment. */
  get count(): number {
    return this.#late || !connection.reached ? this.#changes.filter((change) => change.sentAt === undefined).length : 0
  }

  onRejected(listener: RejectionListener): () => void {
    this.#rejectionListeners.add(listener)
    return () => this.#rejectionListeners.delete(listener)
  }

  onDelivered(listener: DeliveryListener): () => void {
    this.#deliveryListeners.add(listener)
    return () => this.#deliveryListeners.delete(listener)
  }

  /** Keeps a change and sends it as soon as those before it are through. Shown at once by whoever reads `changes`. */
  async enqueue(
    method: Write,
    path: string,
    body?: unknown,
    { words, hold, scope }: ChangeOptions = {},
  ): Promise<Change> {
    const at = Date.now()
    const change: Change = {
      key: freshId(),
      method,
      path,
      body,
      at,
      words,
      scope,
      heldUntil: hold ? at + hold : undefined,
    }
    this.#release((heldChange) => path.startsWith(heldChange.scope ?? heldChange.path))
    this.#changes = [...this.#changes, change]
    await this.#store(change)
    void this.flush()
    return change
  }

  /** Forgets a change the server does not have; false when it is too late. */
  async cancel({ key }: Change): Promise<boolean> {
    const stored = this.#changes.find((change) => change.key === key)
    if (!stored || stored.sentAt !== undefined || !isHeld(stored)) return false
    this.#changes = this.#changes.filter((change) => change !== stored)
    await this.#removeStored(key)
    return true
  }

  /** Sends what waits, oldest first; stops at the first that gets no answer. */
  async flush(): Promise<void> {
    if (this.#sending || !session.key) return
    this.#sending = true
    clearTimeout(this.#timer)
    const late = setTimeout(() => (this.#late = true), LATE_MS)
    let stopped = false
    try {
      await oneTabAtATime(async () => {
        await this.#loadStored()
        for (let change = this.#next(); change && !stopped; change = this.#next())
          stopped = !(await this.#deliver(change))
      })
    } finally {
      clearTimeout(late)
      this.#sending = false
      this.#late = stopped
      this.#failures = stopped ? this.#failures + 1 : 0
      this.#scheduleRetry()
    }
  }

  /** Begins with what an earlier visit left, and tries again whenever the server is back. */
  start(): () => void {
    const hidden = () => {
      if (document.hidden) this.#release(() => true)
      void this.flush()
    }
    document.addEventListener('visibilitychange', hidden)
    void this.#loadStored()
    const stop = $effect.root(() => {
      $effect(() => {
        if (connection.reached && session.key) untrack(() => void this.flush())
      })
    })
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      clearTimeout(this.#timer)
      stop()
    }
  }

  /** Whether the server has answered, one way or the other. */
  async #deliver(change: Change): Promise<boolean> {
    try {
      if (!(await this.#sentElsewhere(change.key))) await send(change.method as Write, change.path, change.body)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // Without an answer, without a key, or told to wait, the change keeps its place; anything else is final.
      const { status } = failure
      if (status === 0 || status === 401 || status === 408 || status === 429 || status >= 500) return false
      this.#changes = this.#changes.filter(({ key }) => key !== change.key)
      await this.#removeStored(change.key)
      // What should go and is gone already is as wished.
      if (status !== 404 || change.method !== 'DELETE')
        for (const listener of this.#rejectionListeners) listener(change, failure)
      return true
    }
    this.#markSent(change)
    await this.#removeStored(change.key)
    for (const listener of this.#deliveryListeners) listener(change)
    return true
  }

  #markSent({ key }: Change): void {
    const sentAt = performance.now()
    const changes = this.#changes.map((change) => (change.key === key ? { ...change, sentAt } : change))
    const surplus = changes.filter((change) => change.sentAt !== undefined).length - SENT_KEPT
    let dropped = 0
    this.#changes = changes.filter((change) => change.sentAt === undefined || dropped++ >= surplus)
  }

  #next(): Change | undefined {
    return this.#changes.find((change) => change.sentAt === undefined && !isHeld(change))
  }

  #scheduleRetry(): void {
    clearTimeout(this.#timer)
    const waiting = this.#changes.filter((change) => change.sentAt === undefined)
    if (waiting.length === 0) return
    const retry = Math.min(RETRY_MS * 2 ** (this.#failures - 1), RETRY_MOST_MS)
    const due = Math.min(...waiting.map((change) => (change.heldUntil ?? 0) - Date.now()))
    this.#timer = setTimeout(() => void this.flush(), Math.max(0, this.#failures ? retry : due))
  }

  #release(matches: (heldChange: Change) => boolean): void {
    if (!this.#changes.some((change) => isHeld(change) && matches(change))) return
    this.#changes = this.#changes.map((change) =>
      isHeld(change) && matches(change) ? { ...change, heldUntil: undefined } : change,
    )
  }

  /** Takes in what an earlier visit or another tab has stored. */
  async #loadStored(): Promise<void> {
    try {
      const stored = await (await database()).getAll('outbox')
      const known = new Set(this.#changes.map((change) => change.key))
      const found = stored.filter((change) => !known.has(change.key))
      for (const { key, id } of found) this.#stored.set(key, id!)
      if (found.length > 0) this.#changes = [...found, ...this.#changes].sort((a, b) => a.at - b.at)
    } catch {
      // A private window may refuse storage; then nothing was left either.
    }
  }

  async #store({ sentAt, ...change }: Change): Promise<void> {
    try {
      // Through JSON, as it will travel: a reactive object could not be stored.
      const id = await (await database()).add('outbox', JSON.parse(JSON.stringify(change)) as StoredChange)
      this.#stored.set(change.key, id)
      const stored = this.#changes.find(({ key }) => key === change.key)
      if (!stored || stored.sentAt !== undefined) await this.#removeStored(change.key)
    } catch {
      // Without storage the change lasts as long as the page.
    }
  }

  async #removeStored(key: string): Promise<void> {
    const id = this.#stored.get(key)
    this.#stored.delete(key)
    try {
      if (id !== undefined) await (await database()).delete('outbox', id)
    } catch {
      // It may be sent once more after a reload, which changes nothing.
    }
  }

  /** Whether another tab has sent it meanwhile. */
  async #sentElsewhere(key: string): Promise<boolean> {
    const id = this.#stored.get(key)
    try {
      return id !== undefined && (await (await database()).get('outbox', id)) === undefined
    } catch {
      return false
    }
  }
}

export const outbox = new Outbox()

function isHeld(change: Change): boolean {
  return change.heldUntil !== undefined && change.heldUntil > Date.now()
}

/** Two tabs share one store. Plain http has no locks, and repeating a change does no harm. */
async function oneTabAtATime(send: () => Promise<void>): Promise<void> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks
  await (locks ? locks.request('mantel.outbox', send) : send())
}
