import { busy } from '../busy'
import { session } from './session.svelte'
import { askForPin } from '../lock/lock.svelte'
import { serverTime } from '../time/serverTime.svelte'
import { withQuery } from '../query'
import { connection } from './connection.svelte'
import type { Answer, Body, Method, Path, Query, QueryArgument, WriteMethod } from './paths'
import { writes } from './writes'

const TIMEOUT_MS = 20_000
/** Timeout for whole files: a small machine with a slow card needs time. */
export const FILE_TIMEOUT_MS = 300_000
/** Where the server waits for another one. */
const ASKS_ANOTHER = /\/sync$|\/backups\/remote$|\/setup\/restore/

/**
 * A response that is not a success. `status` is 0 when the server was not reached: no response, or one that the server
 * did not write, for example a proxy's error page or the login page of a captive portal.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly status: number,
    message: string,
    /** The whole body: 409 and 402 contain more than the message. */
    readonly body: Record<string, unknown> = {},
  ) {
    super(message)
  }

  get offline(): boolean {
    return this.status === 0
  }
}

type Listener = () => void
const writeListeners = new Set<Listener>()

/** Calls back after every successful write, so that the screen refreshes at once. */
export function onWrite(listener: Listener): void {
  writeListeners.add(listener)
}

export function read<P extends Path<'GET'>>(path: P, ...[query]: QueryArgument<P>): Promise<Answer<'GET', P>> {
  return call({ method: 'GET', path: withQuery(path, query), parse: parseJson<Answer<'GET', P>> })
}

/** Sends a GET request and returns what `parse` makes of the text; what it cannot parse counts as no response. */
export function readText<T>(path: string, parse: (text: string) => T): Promise<T> {
  return call({ method: 'GET', path, parse: async (response) => parse(await response.text()) })
}

/** The answer of a write, with the token that undoes it; null where the server offers none. */
export interface Undoable<T> {
  answer: T
  undo: string | null
}

/** Sends a change or a whole file and returns the response. */
export async function send<M extends WriteMethod, P extends Path<M>>(
  method: M,
  path: P,
  body?: Body<M, P>,
  query?: Query<P, M>,
): Promise<Answer<M, P>> {
  return (await sendUndoable(method, path, body, query)).answer
}

/** Like `send`, for endpoints whose writes can be undone. */
export function sendUndoable<M extends WriteMethod, P extends Path<M>>(
  method: M,
  path: P,
  body?: Body<M, P>,
  query?: Query<P, M>,
): Promise<Undoable<Answer<M, P>>> {
  return write<Answer<M, P>>({ method, path: withQuery(path, query), body })
}

/**
 * Sends a change. Repeating it with the same `idempotencyKey` within a day does nothing and returns the first response,
 * where the endpoint knows the header; others ignore it.
 */
export async function write<T>(request: Omit<Call<T>, 'parse'>): Promise<Undoable<T>> {
  const parse = async (response: Response) => ({
    answer: await parseJson<T>(response),
    undo: response.headers.get('Mantel-Undo'),
  })
  const written = await writes.track(request.path, () => call({ ...request, parse }))
  for (const listener of writeListeners) listener()
  return written
}

/** Like `read` and `send`, but without refreshing the screen; `key` replaces this device's key. */
export function callJson<M extends Method, P extends Path<M>>(
  method: M,
  path: P,
  body?: Body<M, P>,
  key?: string,
  query?: Query<P, M>,
): Promise<Answer<M, P>> {
  return call({ method, path: withQuery(path, query), body, key, parse: parseJson<Answer<M, P>> })
}

export async function parseJson<T>(response: Response): Promise<T> {
  return JSON.parse(await response.text()) as T
}

interface Call<T> {
  method: Method
  path: string
  body?: unknown
  key?: string | null
  idempotencyKey?: string
  timeoutMs?: number
  /** Of the body; JSON unless given. */
  contentType?: string
  /** Reads a successful response. An exception means that the server did not write it. */
  parse: (response: Response) => Promise<T>
}

/** Sends a request. Where a shared screen needs the parents' PIN, asks for it and then sends the request again. */
export async function call<T>(request: Call<T>): Promise<T> {
  try {
    return await busy(attempt(request))
  } catch (failure) {
    const locked = failure instanceof ApiError && failure.body.code === 'pin_required'
    if (locked && (await askForPin())) return busy(attempt(request))
    throw failure
  }
}

async function attempt<T>({
  method,
  path,
  body,
  key = session.key,
  idempotencyKey,
  timeoutMs = body instanceof Blob || ASKS_ANOTHER.test(path) ? FILE_TIMEOUT_MS : TIMEOUT_MS,
  contentType = 'application/json',
  parse,
}: Call<T>): Promise<T> {
  const headers: Record<string, string> = {}
  if (key) headers.Authorization = `Bearer ${key}`
  if (body !== undefined) headers['Content-Type'] = contentType
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
  let result: T | ApiError
  try {
    const payload = body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body)
    const requested = Date.now()
    const response = await fetch(path, {
      method,
      headers,
      body: payload,
      signal: AbortSignal.timeout(timeoutMs),
      cache: 'no-cache',
      // A small change reaches the server although the page is closed. Browsers hold at most 64 KiB of them.
      keepalive: typeof payload === 'string' && payload.length < 1_000,
    })
    const received = Date.now()
    result = response.ok ? await parse(response) : await errorOf(response)
    serverTime.measure(response.headers.get('Date'), requested, received)
  } catch {
    connection.markUnreachable()
    throw new ApiError(0, 'no answer')
  }
  connection.markReachable()
  if (!(result instanceof ApiError)) return result
  if (result.status === 401 && key && key === session.key) session.expire()
  throw result
}

/** The error that the server answered. Throws when the server did not write it: its errors are `{"error": text}`. */
async function errorOf(response: Response): Promise<ApiError> {
  const body = await parseJson<Record<string, unknown> | null>(response)
  if (typeof body?.error !== 'string') throw new TypeError('not an error of the server')
  return new ApiError(response.status, body.error, body)
}
