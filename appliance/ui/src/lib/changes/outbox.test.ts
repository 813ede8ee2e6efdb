import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Command } from './commands'
import type { Change } from './outbox.svelte'

interface Sent {
  method: string
  path: string
  idempotencyKey: string | null
}

const HOUR_MS = 3_600_000
const OK = '{"ok":true}'
const PAGE = '<!doctype html><title>Sign in to the network</title>'
const json = (status: number, body: string) => () =>
  new Response(body, { status, headers: { 'Content-Type': 'application/json' } })
const html = (status: number) => () => new Response(PAGE, { status, headers: { 'Content-Type': 'text/html' } })
const text = (status: number) => () => new Response('404 page not found', { status })
const noConnection = () => {
  throw new TypeError('Failed to fetch')
}

let answer: () => Response
let requests: Sent[]
let rejected: string[]
let outbox: (typeof import('./outbox.svelte'))['outbox']
let session: (typeof import('../http/session.svelte'))['session']

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  requests = []
  rejected = []
  answer = json(200, OK)
  vi.stubGlobal('fetch', async (path: string, { method, headers }: { method: string; headers: HeadersInit }) => {
    requests.push({ method, path, idempotencyKey: new Headers(headers).get('Idempotency-Key') })
    return answer()
  })
  ;({ session } = await import('../http/session.svelte'))
  ;({ outbox } = await import('./outbox.svelte'))
  session.signIn('mtl_test')
  outbox.onRejected((change, failure) => rejected.push(`${change.command.kind}: ${failure.message}`))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const changeOf = (itemId: string): Command => ({ kind: 'item.change', listId: 'L', itemId, patch: { done: true } })
const tick = () => outbox.add(changeOf('milk'))
const waiting = () => outbox.changes.filter(({ sentAt }) => sentAt === undefined).length

describe('a response that the server did not write counts as no connection', () => {
  test.each([
    ['a plain 404 of a proxy', text(404)],
    ['a plain 400', text(400)],
    ['a 403 page of a captive portal', html(403)],
    ['a 200 page of a captive portal', html(200)],
    ['a 401 page', html(401)],
    ['a 502 page', html(502)],
    ['an empty 200', json(200, '')],
    ['half a response', json(200, '{"ok":')],
    ['a 404 with other JSON', json(404, '{"message":"no route"}')],
    ['a 404 with JSON that is not an object', json(404, 'null')],
    ['no response', noConnection],
  ])('%s', async (_, foreign) => {
    answer = foreign
    await tick()
    await vi.advanceTimersByTimeAsync(HOUR_MS)

    // 5, 10, 20, 40 s and then a minute between two attempts.
    expect(requests.length).toBeGreaterThan(55)
    expect(requests.length).toBeLessThan(65)
    expect([waiting(), rejected, session.key, session.expired]).toEqual([1, [], 'mtl_test', false])

    answer = json(200, OK)
    const before = requests.length
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect([waiting(), requests.length - before]).toEqual([0, 1])
  })

  test('a DELETE is kept too', async () => {
    answer = text(404)
    await outbox.add({ kind: 'note.remove', noteId: 'milk' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(waiting()).toBe(1)
  })
})

describe('a response of the server is final', () => {
  test.each([
    [400, 'title: must not be empty'],
    [404, 'not found'],
    [409, 'in use'],
  ])('%i', async (status, error) => {
    answer = json(status, JSON.stringify({ error }))
    await tick()
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(requests.length).toBe(1)
    expect([waiting(), rejected]).toEqual([0, [`item.change: ${error}`]])
  })

  test('a 401 keeps the change until somebody signs in again', async () => {
    answer = json(401, '{"error":"unauthorized"}')
    await tick()
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect([waiting(), rejected, session.key, session.expired]).toEqual([1, [], null, true])
    expect(requests.length).toBe(1)
  })

  test.each([429, 500, 503])('%i is repeated later', async (status) => {
    answer = json(status, '{"error":"later"}')
    await tick()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([waiting(), rejected]).toEqual([1, []])
    expect(requests.length).toBeLessThan(6)
  })
})

test('an exception while delivering stops, and is repeated later', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  outbox.onDelivered(() => {
    throw new Error('a listener failed')
  })
  await tick()
  await tick()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect([waiting(), requests.length, errors.mock.calls.length]).toEqual([0, 2, 2])
})

test('an exception before sending is repeated with the same pauses', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const locks = { request: vi.fn(() => Promise.reject(new Error('no lock'))) }
  vi.stubGlobal('navigator', { locks })
  await tick()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect([waiting(), requests.length]).toEqual([1, 0])
  expect(locks.request.mock.calls.length).toBeLessThan(65)
  expect(errors).toHaveBeenCalledTimes(locks.request.mock.calls.length)
})

describe('changes are sent in order', () => {
  test('nothing is sent after one that waits, and everything once afterwards', async () => {
    answer = html(200)
    for (const item of ['milk', 'eggs', 'bread']) await outbox.add(changeOf(item))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['/api/lists/L/items/milk']))

    answer = json(200, OK)
    requests = []
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual(['milk', 'eggs', 'bread'])
  })
})

test('every POST has the key of its change, the same in each attempt', async () => {
  answer = noConnection
  const change: Change = await outbox.add({ kind: 'items.add', listId: 'L', items: [] })
  await vi.advanceTimersByTimeAsync(20_000)
  answer = json(200, OK)
  await vi.advanceTimersByTimeAsync(60_000)
  await tick()
  await vi.advanceTimersByTimeAsync(0)

  const sent = requests.filter(({ method }) => method === 'POST').map(({ idempotencyKey }) => idempotencyKey)
  expect(sent.length).toBeGreaterThan(2)
  expect(new Set(sent)).toEqual(new Set([change.key]))
  expect(requests.at(-1)).toMatchObject({ method: 'PATCH', idempotencyKey: null })
})

describe('a change can be cancelled', () => {
  test('while it waits for a connection', async () => {
    answer = noConnection
    const change = await tick()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await outbox.cancel(change)).toBe(true)
    answer = json(200, OK)
    const before = requests.length
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect([waiting(), requests.length - before]).toEqual([0, 0])
  })

  test('not while it is on its way, nor after it was sent; then its undo token is known', async () => {
    let respond: (response: Response) => void = () => undefined
    vi.stubGlobal('fetch', () => new Promise((resolve) => (respond = resolve)))
    const change = await tick()
    await vi.advanceTimersByTimeAsync(100)
    expect(await outbox.cancel(change)).toBe(false)
    respond(new Response(OK, { headers: { 'Mantel-Undo': 'token' } }))
    await vi.advanceTimersByTimeAsync(100)
    expect(await outbox.cancel(change)).toBe(false)
    expect(outbox.changes.map(({ undo }) => undo)).toEqual(['token'])
  })
})

describe('a change is stored before it is drawn', () => {
  class Request extends EventTarget {}

  test('and is sent by the next visit, in order, though IndexedDB has not answered', async () => {
    const local: Record<string, unknown> = {}
    const method = (value: unknown) => ({ value, enumerable: false })
    Object.defineProperties(local, {
      getItem: method((name: string) => local[name] ?? null),
      setItem: method((name: string, value: string) => (local[name] = value)),
      removeItem: method((name: string) => delete local[name]),
    })
    vi.stubGlobal('localStorage', local)
    vi.stubGlobal('IDBRequest', Request)
    vi.stubGlobal('indexedDB', { open: () => new Request() })
    for (const item of ['milk', 'eggs', 'bread']) void outbox.add(changeOf(item))
    expect([waiting(), requests.length]).toEqual([3, 0])

    vi.stubGlobal('indexedDB', undefined)
    vi.resetModules()
    ;({ session } = await import('../http/session.svelte'))
    ;({ outbox } = await import('./outbox.svelte'))
    session.signIn('mtl_test')
    await outbox.flush()

    expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual(['milk', 'eggs', 'bread'])
    expect(Object.keys(local)).toEqual(['mantel.key', 'mantel.reached'])
  })
})
