import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverTime } from './serverTime.svelte'

const NOW = Date.parse('2026-11-20T15:24:00.400Z')
const DAY = 86_400_000
const header = (at: number) => new Date(at).toUTCString()

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  serverTime.measure(header(NOW), NOW, NOW)
  vi.useRealTimers()
})

test('equal clocks stay equal, though the header has whole seconds', () => {
  serverTime.measure(header(NOW), NOW - 30, NOW)
  expect([serverTime.now(), serverTime.differs]).toEqual([NOW, false])
})

test('a device that is a day behind shows the server’s time', () => {
  serverTime.measure(header(NOW + DAY), NOW - 30, NOW)
  expect(Math.abs(serverTime.now() - NOW - DAY)).toBeLessThan(1_000)
  expect(serverTime.differs).toBe(true)
})

test('a slow response changes nothing that it cannot know better', () => {
  serverTime.measure(header(NOW + 3_600_000), NOW - 30, NOW)
  const before = serverTime.now()
  serverTime.measure(header(NOW + 3_600_000), NOW - 20_000, NOW)
  expect(serverTime.now()).toBe(before)
})

test('a device whose clock is set again is taken as it is', () => {
  serverTime.measure(header(NOW + DAY), NOW - 30, NOW)
  serverTime.measure(header(NOW), NOW - 30, NOW)
  expect([serverTime.now(), serverTime.differs]).toEqual([NOW, false])
})

test.each([null, '', 'yesterday'])('a response without a date (%s) measures nothing', (date) => {
  serverTime.measure(date, NOW - 30, NOW)
  expect(serverTime.now()).toBe(NOW)
})

test('a clock that was set during a request measures nothing', () => {
  serverTime.measure(header(NOW), NOW + DAY, NOW)
  expect(serverTime.now()).toBe(NOW)
})
