import { session } from './session.svelte'
import { connection } from './connection.svelte'

const TIMEOUT_MS = 20_000
/** Timeout for whole files: a small machine with a slow card needs time. */
const FILE_TIMEOUT_MS = 300_000

/** A response that is not a success. `status` is 0 when the server did not answer. */
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

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

type Listener = () => void
const writeListeners = new Set<Listener>()

/** Calls back after every successful write, so that the screen refreshes at once. */
export function onWrite(listener: Listener): void {
  writeListeners.add(listener)
}

/** Sends a GET request; `key` replaces this device's key. */
export async function read<T>(path: string, key?: string): Promise<T> {
  return JSON.parse(await callText('GET', path, undefined, key)) as T
}

/** Sends a change or a whole file and returns the response. */
export async function send<T = { ok: true }>(method: Exclude<Method, 'GET'>, path: string, body?: unknown): Promise<T> {
  const answer = JSON.parse(await callText(method, path, body)) as T
  for (const listener of writeListeners) listener()
  return answer
}

/** Like `read` and `send`, but returns the text. */
export function callText(method: Method, path: string, body?: unknown, key = session.key): Promise<string> {
  return call(method, path, body, key, body instanceof Blob ? FILE_TIMEOUT_MS : TIMEOUT_MS, (response) =>
    response.text(),
  )
}

/** Downloads a file. */
export function readFile(path: string): Promise<Blob> {
  return call('GET', path, undefined, session.key, FILE_TIMEOUT_MS, (response) => response.blob())
}

async function call<T>(
  method: Method,
  path: string,
  body: unknown,
  key: string | null,
  timeoutMs: number,
  readBody: (response: Response) => Promise<T>,
): Promise<T> {
  const headers: Record<string, string> = {}
  if (key) headers.Authorization = `Bearer ${key}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  let response: Response
  let result: T | undefined
  let errorText = ''
  try {
    const payload = body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body)
    response = await fetch(path, {
      method,
      headers,
      body: payload,
      signal: AbortSignal.timeout(timeoutMs),
      cache: 'no-cache',
    })
    if (response.ok) result = await readBody(response)
    else errorText = await response.text()
  } catch {
    connection.markUnreachable()
    throw new ApiError(0, 'no answer')
  }
  if (response.status >= 502 && response.status <= 504 && !isJson(response)) connection.markUnreachable()
  else connection.markReachable()
  if (response.ok) return result as T
  const answer = parseObject(errorText)
  if (response.status === 401 && key && key === session.key) session.expire()
  throw new ApiError(response.status, typeof answer.error === 'string' ? answer.error : response.statusText, answer)
}

function isJson(response: Response): boolean {
  return response.headers.get('Content-Type')?.includes('json') ?? false
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
