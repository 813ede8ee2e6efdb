import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { EventStream } from './eventStream'

const revs: number[] = []
const until = (passes: () => void) => vi.waitFor(passes, { timeout: 30_000, interval: 5 })
let losses = 0
let stream: EventStream | undefined
let server: Server | undefined

afterEach(() => {
  stream?.follow(null)
  server?.closeAllConnections()
  server?.close()
  revs.length = 0
  losses = 0
})

/** Starts a server that answers each request in turn (the last answer repeats) and a stream that follows it. */
async function startStream(...answers: ((answer: ServerResponse) => void)[]): Promise<IncomingMessage[]> {
  const requests: IncomingMessage[] = []
  server = createServer((request, answer) => {
    requests.push(request)
    answers[Math.min(requests.length, answers.length) - 1]!(answer)
  })
  await new Promise<void>((ready) => server!.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/live`
  stream = new EventStream({ onRev: (rev) => revs.push(rev), onLost: () => (losses += 1) }, url, 1)
  stream.follow('secret')
  return requests
}

const sends =
  (...texts: string[]) =>
  (answer: ServerResponse) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' })
    for (const text of texts) answer.write(text)
  }
const event = (rev: number) => `id: ${rev}\ndata: {"rev":${rev}}\n\n`

test('reports each rev, ignores comments and sends the key', async () => {
  const requests = await startStream(sends(event(7), ': still here\n\n', event(8)))
  await until(() => expect(revs.at(-1)).toBe(8))
  expect(requests[0]!.headers.authorization).toBe('Bearer secret')
  expect(stream!.connected).toBe(true)
})

test('an event that arrives in several chunks is reported once', async () => {
  await startStream((answer) => {
    sends('id: 12')(answer)
    setTimeout(() => answer.write('3\ndata: {"rev":123}\n'), 20)
    setTimeout(() => answer.write('\n'), 40)
  })
  await until(() => expect(revs).toEqual([123]))
})

test('a stream that ends is reported as lost and reconnected', async () => {
  const ends = (answer: ServerResponse) => (sends(event(1))(answer), answer.end())
  const requests = await startStream(ends, sends(event(2)))
  await until(() => expect(revs).toEqual([1, 2]))
  expect([losses, requests.length, stream!.connected]).toEqual([1, 2, true])
})

test('an error response is retried', async () => {
  const refuses = (answer: ServerResponse) => answer.writeHead(429).end('{"error":"too many"}')
  await startStream(refuses, refuses, sends(event(3)))
  await until(() => expect(revs).toEqual([3]))
  expect(losses).toBe(2)
})

test('a new key reconnects, and null stops the stream', async () => {
  const requests = await startStream(sends(event(1)))
  await until(() => expect(revs).toEqual([1]))
  stream!.follow('secret')
  stream!.follow('other')
  await until(() => expect(requests.length).toBe(2))
  expect(requests[1]!.headers.authorization).toBe('Bearer other')
  stream!.follow(null)
  expect(stream!.connected).toBe(false)
  expect(losses).toBe(0)
})
