import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { Feed } from './eventStream'

const heard: number[] = []
let lost = 0
let feed: Feed | undefined
let server: Server | undefined

afterEach(() => {
  feed?.follow(null)
  server?.closeAllConnections()
  server?.close()
  heard.length = 0
  lost = 0
})

/** A feed of a server that answers each request as told, the last way from then on. */
async function following(...ways: ((answer: ServerResponse) => void)[]): Promise<IncomingMessage[]> {
  const requests: IncomingMessage[] = []
  server = createServer((request, answer) => {
    requests.push(request)
    ways[Math.min(requests.length, ways.length) - 1]!(answer)
  })
  await new Promise<void>((ready) => server!.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/live`
  feed = new Feed({ heard: (rev) => heard.push(rev), lost: () => (lost += 1) }, url, 1)
  feed.follow('secret')
  return requests
}

const tells =
  (...texts: string[]) =>
  (answer: ServerResponse) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' })
    for (const text of texts) answer.write(text)
  }
const event = (rev: number) => `id: ${rev}\ndata: {"rev":${rev}}\n\n`

test('each rev is heard, comments are not, and the key goes along', async () => {
  const requests = await following(tells(event(7), ': still here\n\n', event(8)))
  await vi.waitFor(() => expect(heard.at(-1)).toBe(8))
  expect(requests[0]!.headers.authorization).toBe('Bearer secret')
  expect(feed!.living).toBe(true)
})

test('an event that arrives in pieces is heard once, whole', async () => {
  await following((answer) => {
    tells('id: 12')(answer)
    setTimeout(() => answer.write('3\ndata: {"rev":123}\n'), 20)
    setTimeout(() => answer.write('\n'), 40)
  })
  await vi.waitFor(() => expect(heard).toEqual([123]))
})

test('a stream that ends is said to be lost and opened again', async () => {
  const ends = (answer: ServerResponse) => (tells(event(1))(answer), answer.end())
  const requests = await following(ends, tells(event(2)))
  await vi.waitFor(() => expect(heard).toEqual([1, 2]))
  expect([lost, requests.length, feed!.living]).toEqual([1, 2, true])
})

test('a refusal is not a stream, and is tried again', async () => {
  const refuses = (answer: ServerResponse) => answer.writeHead(429).end('{"error":"too many"}')
  await following(refuses, refuses, tells(event(3)))
  await vi.waitFor(() => expect(heard).toEqual([3]))
  expect(lost).toBe(2)
})

test('nobody is followed after the end, and another key is followed anew', async () => {
  const requests = await following(tells(event(1)))
  await vi.waitFor(() => expect(heard).toEqual([1]))
  feed!.follow('secret')
  feed!.follow('other')
  await vi.waitFor(() => expect(requests.length).toBe(2))
  expect(requests[1]!.headers.authorization).toBe('Bearer other')
  feed!.follow(null)
  expect(feed!.living).toBe(false)
  expect(lost).toBe(0)
})
