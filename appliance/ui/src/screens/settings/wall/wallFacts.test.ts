import { describe, expect, test } from 'vitest'
import { facts, overall, bytesText, timeText } from './wallFacts'
import type { Report, Wall } from '$lib/api/types'

const NOW = Date.parse('2026-11-20T15:24:00Z')
const ZONE = 'UTC'
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()

const report: Report = {
  heartbeat: ago(4),
  page: 'ok',
  restarts: { count: 3, last: { at: ago(12 * 3600), why: 'recycle' } },
  chromiumSince: ago(12 * 3600),
  kioskSince: ago(12 * 86_400),
  uptimeSeconds: 12 * 86_400 + 8 * 3600 + 125,
  temperature: 51.2,
  memory: { total: 4e9, available: 2.6e9, wall: 4.8e8 },
  screen: {
    output: 'HDMI-A-1',
    power: 'on',
    width: 1920,
    height: 1080,
    by: null,
    brightness: null,
    rotation: 0,
    trouble: null,
  },
  wifi: { managed: true, connected: 'Lindens', wired: false },
}

function wall(change: Partial<Report> = {}, other: Partial<Wall> = {}): Wall {
  return {
    attached: true,
    since: ago(86_400),
    reportedAt: ago(4),
    report: { ...report, ...change },
    settings: {
      sleepFrom: null,
      sleepUntil: null,
      idleMinutes: null,
      rotation: 0,
      brightness: 100,
      nightBrightness: 40,
      recycleAt: '03:30',
    },
    trial: null,
    machine: {
      disk: { total: 32e9, free: 20e9 },
      clock: 'right',
      now: ago(4),
      lastSync: { calendars: 2, at: ago(300), failing: [] },
      remoteBackup: null,
      degraded: [],
    },
    key: null,
    version: null,
    ...other,
  }
}

const statuses = (one: Wall) =>
  Object.fromEntries(facts(one, NOW, ZONE).map(({ name, status }) => [name.split('.')[1], status]))

describe('facts about the wall', () => {
  test('a healthy wall has only good facts', () => {
    const found = facts(wall(), NOW, ZONE)
    expect(overall(found)).toBe('good')
    expect(found.map(({ name }) => name.split('.')[1])).toEqual([
      'page',
      'screen',
      'restarts',
      'uptime',
      'temperature',
      'memory',
      'disk',
      'clock',
      'sync',
      'network',
    ])
  })

  test.each<[string, Partial<Report>, string, string]>([
    ['a page that does not answer', { page: 'silent' }, 'page', 'wrong'],
    ['a page that starts', { page: 'restarting' }, 'page', 'look'],
    ['a crash today', { restarts: { count: 1, last: { at: ago(3600), why: 'crashed' } } }, 'restarts', 'look'],
    [
      'a crash last week',
      { restarts: { count: 1, last: { at: ago(7 * 86_400), why: 'crashed' } } },
      'restarts',
      'good',
    ],
    ['an unknown reason', { restarts: { count: 1, last: { at: ago(60), why: 'moonlight' } } }, 'restarts', 'look'],
    ['warmth', { temperature: 70 }, 'temperature', 'look'],
    ['heat', { temperature: 84.6 }, 'temperature', 'wrong'],
    ['little memory', { memory: { total: 1e9, available: 9e7, wall: null } }, 'memory', 'look'],
    [
      'a screen that cannot be switched',
      { screen: { ...report.screen!, trouble: 'The screen cannot be switched off.' } },
      'screen',
      'look',
    ],
    ['no network', { wifi: { managed: true, connected: null, wired: false } }, 'network', 'look'],
  ])('%s has the expected status', (_, change, name, status) => {
    expect(statuses(wall(change))[name]).toBe(status)
    expect(overall(facts(wall(change), NOW, ZONE))).toBe(status)
  })

  test('a disconnected or silent kiosk is wrong, and its last report is not shown', () => {
    expect(statuses(wall({}, { attached: false }))).toEqual({
      page: 'wrong',
      disk: 'good',
      clock: 'good',
      sync: 'good',
    })
    expect(statuses(wall({}, { reportedAt: ago(60) })).page).toBe('wrong')
    expect(statuses(wall({}, { report: null, reportedAt: null })).page).toBe('look')
  })

  test('without a kiosk only the machine is shown', () => {
    expect(statuses(wall({}, { attached: false, since: null, report: null }))).toEqual({
      disk: 'good',
      clock: 'good',
      sync: 'good',
    })
  })

  test.each([
    [{ disk: { total: 32e9, free: 1e8 } }, 'disk', 'wrong'],
    [{ disk: { total: 32e9, free: 9e8 } }, 'disk', 'look'],
    [{ clock: 'wrong' as const }, 'clock', 'wrong'],
    [{ clock: 'unknown' as const }, 'clock', 'good'],
    [{ clock: 'unknown' as const, now: ago(300) }, 'clock', 'look'],
    [{ clock: 'right' as const, now: ago(300) }, 'clock', 'good'],
    [{ lastSync: { calendars: 2, at: ago(300), failing: ['School'] } }, 'sync', 'look'],
    [{ degraded: ['sync' as const] }, 'sync', 'look'],
    [{ lastSync: { calendars: 0, at: null, failing: [] } }, 'sync', 'good'],
  ])('the machine: %o', (change, name, status) => {
    expect(statuses(wall({}, { machine: { ...wall().machine, ...change } }))[name]).toBe(status)
  })

  test.each([
    [{ at: ago(600), failing: false }, 'good'],
    [{ at: null, failing: true }, 'look'],
  ])('backups on another device are a fact once a place is chosen: %o', (remoteBackup, status) => {
    const shown = facts(wall({}, { machine: { ...wall().machine, remoteBackup } }), NOW, ZONE)
    expect(shown.filter(({ name }) => name === 'remoteBackup.title')).toMatchObject([{ status }])
    expect(facts(wall(), NOW, ZONE)).toHaveLength(shown.length - 1)
  })

  test.each([
    ['database', 'wrong'],
    ['scheduler', 'look'],
    ['backup', 'look'],
  ] as const)('what fell behind or fails is a fact of its own: %s', (part, status) => {
    const added = facts(wall({}, { machine: { ...wall().machine, degraded: [part] } }), NOW, ZONE)
    expect(added.filter(({ name }) => name === `wallSettings.degraded.${part}.name`)).toMatchObject([{ status }])
    expect(facts(wall(), NOW, ZONE)).toHaveLength(added.length - 1)
  })

  test('unknown facts are omitted', () => {
    const wifi = { managed: false, connected: null, wired: false }
    const nothing = { temperature: null, memory: null, screen: null, wifi, restarts: null, uptimeSeconds: null }
    expect(Object.keys(statuses(wall(nothing)))).toEqual(['page', 'disk', 'clock', 'sync'])
  })
})

test.each([
  [4.8e8, '480 MB'],
  [2.64e9, '2.6 GB'],
  [3.2e10, '32 GB'],
])('%d bytes are %s', (bytes, text) => expect(bytesText(bytes)).toBe(text))

test.each([
  [300, '3 times (kiosk started 5 minutes ago)', 'Last report: 4 minutes ago'],
  [30, '3 times (kiosk started just now)', 'Last report: 4 minutes ago'],
])('%d seconds after the start both a time ago and a date fit into the sentence', (seconds, restarts, quiet) => {
  const found = facts(wall({ kioskSince: ago(seconds) }, { reportedAt: ago(240) }), NOW, ZONE)
  const textOf = (name: string) => found.find((fact) => fact.name === `wallSettings.${name}`)?.text
  expect([textOf('restarts'), textOf('page')]).toEqual([restarts, quiet])
})

test('a time is shown as short as possible', () => {
  expect([30, 300].map((seconds) => timeText(ago(seconds), NOW, ZONE))).toEqual(['just now', '5 minutes ago'])
  expect(timeText(ago(7 * 3600), NOW, ZONE)).toMatch(/^Fri/)
  expect(timeText(ago(30 * 86_400), NOW, ZONE)).toMatch(/Oct/)
})
