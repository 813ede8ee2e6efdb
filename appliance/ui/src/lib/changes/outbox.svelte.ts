import { untrack } from 'svelte'
import { busy } from '../busy'
import { ApiError, type Undoable, write } from '../http/client'
import { connection } from '../http/connection.svelte'
import { session } from '../http/session.svelte'
import { database } from '../storage/indexedDb'
import { loadLocals, saveLocal } from '../storage/localStorage'
import { freshId } from '../ids'
import { serverTime } from '../time/serverTime.svelte'
import { type Command, heldFor, isWithin, type StoredChange } from './commands'
import { type EarlierChange, inTodaysForm } from './earlierForm'
import { toRequest } from './requests'

type RejectionListener = (change: Change, failure: ApiError) => void
type DeliveryListener = (change: Change) => void

/** A change made on this device. */
export interface Change extends StoredChange {
  /** When the server confirmed it (performance.now); unset before. Later requests already contain it. */
  sentAt?: number
  /** Token that undoes a sent change, where the server gave one. */
  undo?: string
  /** Only drawn: it is not stored, and not sent from here. */
  passing?: boolean
}

/** Of a change, the value that it leads to; the same value where the change is not about it. */
export type Project<T> = (value: T, command: Command, at: number) => T

/** A change counts as waiting only after this time. */
const LATE_MS = 2_000
const RETRY_MS = 5_000
const RETRY_MOST_MS = 60_000
const SENT_KEPT = 200
/** Prefix of the changes in `localStorage`: those that IndexedDB has not stored yet. */
const JOURNAL = 'outbox.'

/**
 * This device's changes, which every screen draws over what the server answered. Those that are added survive a lost
 * connection and a reload: stored on this device before they are drawn, sent one after the other, retried with increasing pauses until the server answers. Every change is safe to repeat, because a response may
 * be lost. Rejected changes are dropped and reported to the listeners; without a valid key everything is kept.
 */
class Outbox {
  #changes = $state.raw<readonly Change[]>([])
  #late = $state(false)
  #sending = false
  /** Key of the change that is on its way. */
  #underway: string | null = null
  #attempt: Promise<boolean> | undefined
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The IndexedDB key of each stored change. */
  #stored = new Map<string, number>()
  /** Keys of changes that IndexedDB is about to delete, and that a read which began earlier still returns. */
  #leaving = new Set<string>()
  #rejectionListeners = new Set<RejectionListener>()
  #deliveryListeners = new Set<DeliveryListener>()

  /** This device's changes, oldest first: all that wait and the latest that were sent. */
  get changes(): readonly Change[] {
    return this.#changes
  }

  /** Number of changes that have been waiting longer than a moment. */
  get count(): number {
    return this.#late || !connection.reached ? this.#changes.filter(isWaiting).length : 0
  }

  onRejected(listener: RejectionListener): () => void {
    this.#rejectionListeners.add(listener)
    return () => this.#rejectionListeners.delete(listener)
  }

  onDelivered(listener: DeliveryListener): () => void {
    this.#deliveryListeners.add(listener)
    return () => this.#deliveryListeners.delete(listener)
  }

  /** Stores a change and sends it after those before it. `words` describes it in an error message. */
  async add(command: Command, words?: string): Promise<Change> {
    const hold = heldFor(command)
    const change: Change = {
      ...this.#changeOf(command),
      words,
      heldUntil: hold ? Date.now() + hold : undefined,
    }
    this.#release((held) => isWithin(command, held.command))
    // Through JSON, as it is sent: reactive proxies cannot be stored.
    const text = JSON.stringify(change)
    // IndexedDB answers late, and what it has not stored when the page is left is lost.
    saveLocal(JOURNAL + change.key, text)
    this.#changes = [...this.#changes, change]
    await busy(this.#store(change, text))
    void this.flush()
    return change
  }

  /** Draws a change and sends it at once, or not at all. Throws ApiError; then it is drawn no more. */
  async send(command: Command): Promise<Undoable<unknown>> {
    const change = this.#pass(command)
    try {
      const written = await write(toRequest(command))
      this.#markSent(change)
      return written
    } catch (failure) {
      this.#drop(change)
      throw failure
    }
  }

  /** Draws a change that is not sent, until the returned function is called. */
  draft(command: Command): () => void {
    const change = this.#pass(command)
    return () => this.#drop(change)
  }

  /** What a response requested at `asOf` looks like after the changes that it cannot contain. */
  over<T>(response: T, asOf: number, project: Project<T>): T {
    return this.#changes.reduce(
      (value, { command, at, sentAt }) => ((sentAt ?? Infinity) > asOf ? project(value, command, at) : value),
      response,
    )
  }

  /** Cancels a change that was not sent yet: held back, or waiting for a connection. Returns false when it is too late. */
  async cancel({ key }: Change): Promise<boolean> {
    const stored = this.#changes.find((change) => change.key === key)
    if (!stored || stored.sentAt !== undefined || this.#underway === key) return false
    this.#drop(stored)
    await this.#removeStored(key)
    return true
  }

  /** Resolves when a change is not on its way. */
  async attempted({ key }: Change): Promise<void> {
    if (this.#underway === key) await this.#attempt
  }

  /** Sends waiting changes, oldest first; stops at the first without a response. */
  flush(): Promise<void> {
    return busy(this.#flush())
  }

  /** Sends what is held back too. */
  sendHeld(): Promise<void> {
    this.#release(() => true)
    return this.flush()
  }

  async #flush(): Promise<void> {
    if (this.#sending || !session.key) return
    this.#sending = true
    clearTimeout(this.#timer)
    const late = setTimeout(() => (this.#late = true), LATE_MS)
    // An exception in between stops as well, so that the same change is never tried again at once.
    let stopped = true
    try {
      await oneTabAtATime(async () => {
        await this.#loadStored()
        for (let change = this.#next(); change; change = this.#next()) {
          this.#attempt = this.#deliver(change)
          if (!(await this.#attempt)) return
        }
        stopped = false
      })
    } catch (failure) {
      console.error(failure)
    } finally {
      clearTimeout(late)
      this.#sending = false
      this.#late = stopped
      this.#failures = stopped ? this.#failures + 1 : 0
      this.#scheduleRetry()
    }
  }

  /** Loads the changes of an earlier visit, and retries whenever the server is reachable. */
  start(): () => void {
    const hidden = () => void (document.hidden ? this.sendHeld() : this.flush())
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

  /** Returns whether the server has answered, with success or rejection. */
  async #deliver(change: Change): Promise<boolean> {
    let undo: string | undefined
    this.#underway = change.key
    try {
      if (!(await this.#sentElsewhere(change.key))) undo = await sendChange(change)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // No response, no valid key, or asked to wait: keep the change. Anything else is final.
      const { status } = failure
      if (status === 0 || status === 401 || status === 408 || status === 429 || status >= 500) return false
      this.#drop(change)
      await this.#removeStored(change.key)
      // Deleting something that no longer exists is a success.
      if (status !== 404 || toRequest(change.command).method !== 'DELETE')
        for (const listener of this.#rejectionListeners) listener(change, failure)
      return true
    } finally {
      this.#underway = null
    }
    this.#markSent(change, undo)
    await this.#removeStored(change.key)
    for (const listener of this.#deliveryListeners) listener(change)
    return true
  }

  #changeOf(command: Command): Change {
    // Two changes of one millisecond keep their order.
    const at = Math.max(serverTime.now(), (this.#changes.at(-1)?.at ?? 0) + 1)
    return { key: freshId(), command, at }
  }

  #pass(command: Command): Change {
    const change = { ...this.#changeOf(command), passing: true }
    this.#changes = [...this.#changes, change]
    return change
  }

  #drop({ key }: Change): void {
    this.#changes = this.#changes.filter((change) => change.key !== key)
  }

  #markSent({ key }: Change, undo?: string): void {
    const sentAt = performance.now()
    const changes = this.#changes.map((change) => (change.key === key ? { ...change, sentAt, undo } : change))
    const surplus = changes.filter((change) => change.sentAt !== undefined).length - SENT_KEPT
    let dropped = 0
    this.#changes = changes.filter((change) => change.sentAt === undefined || dropped++ >= surplus)
  }

  #next(): Change | undefined {
    return this.#changes.find((change) => isWaiting(change) && !isHeld(change))
  }

  #scheduleRetry(): void {
    clearTimeout(this.#timer)
    const waiting = this.#changes.filter(isWaiting)
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

  /** Loads changes stored by an earlier visit or another tab. */
  async #loadStored(): Promise<void> {
    let stored: (StoredChange | EarlierChange)[] = []
    try {
      stored = await (await database()).getAll('outbox')
    } catch {
      // A private window may deny storage; then nothing was stored.
    }
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- local to this function
    const known = new Set([...this.#changes.map((change) => change.key), ...this.#leaving])
    const journal = loadLocals(JOURNAL).map((text) => JSON.parse(text) as StoredChange | EarlierChange)
    const found = [...stored, ...journal]
      .filter(({ key }) => !known.has(key) && known.add(key))
      .flatMap((change) => inTodaysForm(change) ?? [])
    for (const { key, id } of found) if (id !== undefined) this.#stored.set(key, id)
    if (found.length > 0) this.#changes = [...found, ...this.#changes].sort((a, b) => a.at - b.at)
  }

  async #store(change: Change, text: string): Promise<void> {
    try {
      const id = await (await database()).add('outbox', JSON.parse(text) as StoredChange)
      saveLocal(JOURNAL + change.key, null)
      this.#stored.set(change.key, id)
      const stored = this.#changes.find(({ key }) => key === change.key)
      if (!stored || stored.sentAt !== undefined) await this.#removeStored(change.key)
    } catch {
      // Without storage the change lives as long as the page.
    }
  }

  async #removeStored(key: string): Promise<void> {
    const id = this.#stored.get(key)
    this.#stored.delete(key)
    this.#leaving.add(key)
    saveLocal(JOURNAL + key, null)
    try {
      if (id !== undefined) await (await database()).delete('outbox', id)
    } catch {
      // It may be sent again after a reload, which is harmless.
    }
    this.#leaving.delete(key)
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

function isWaiting({ sentAt, passing }: Change): boolean {
  return sentAt === undefined && !passing
}

function isHeld(change: Change): boolean {
  return change.heldUntil !== undefined && change.heldUntil > Date.now()
}

/**
 * Every POST has the change's key: the server acts once for each, also when its first response was lost. Returns the
 * token that undoes the change, if any.
 */
async function sendChange({ command, key }: Change): Promise<string | undefined> {
  const request = toRequest(command)
  const idempotencyKey = request.method === 'POST' ? key : undefined
  return (await write({ ...request, idempotencyKey })).undo ?? undefined
}

/** Two tabs share one store. Plain http has no locks; sending twice is harmless. */
async function oneTabAtATime(send: () => Promise<void>): Promise<void> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks
  await (locks ? locks.request('mantel.outbox', send) : send())
}
