import { afterEach, expect, test } from 'vitest'
import { useLanguage } from '$lib/i18n/inLanguage.testing'
import { syncState } from './calendarText'
import type { Calendar } from '$lib/api/types'

afterEach(() => useLanguage('en'))

const NOW = Date.parse('2031-06-04T10:00:00.000Z')
const failed: Calendar = {
  id: 'c',
  kind: 'ics',
  accountId: null,
  remoteId: null,
  name: 'School',
  color: null,
  memberId: null,
  memberIds: [],
  categoryId: null,
  writable: false,
  enabled: true,
  lastSyncedAt: '2031-06-04T09:00:00.000Z',
  lastError: 'example.org answered with status 500',
  needsReconnect: false,
  declined: 'hidden',
  ownerEmail: null,
  lastErrorDetails: { code: 'source_failed' },
}

test('why a sync failed is said by the server in English', () => {
  expect(syncState(failed, 'UTC', NOW).text).toContain('example.org answered with status 500')
})

test('why a sync failed is worded by its code in another language', async () => {
  await useLanguage('de')
  expect(syncState(failed, 'UTC', NOW).text).toContain('Der Server des Kalenders hat ein Problem.')
  expect(syncState({ ...failed, lastErrorDetails: null }, 'UTC', NOW).text).toContain('status 500')
})

test('what a sync could not read is said beside its time', () => {
  const lost = { code: 'events_unreadable', count: 3, reasons: 'Dentist (DTSTART:20261399)' }
  const { text, bad } = syncState({ ...failed, lastErrorDetails: lost }, 'UTC', NOW)
  expect(text).toMatch(/^Up to date, .* · 3 events could not be read: Dentist \(DTSTART:20261399\)$/)
  expect(bad).toBe(true)
})

test('a zone that is not known is said', () => {
  const lost = { code: 'zone_unknown', zones: 'Shire' }
  expect(syncState({ ...failed, lastErrorDetails: lost }, 'UTC', NOW).text).toContain(
    'The time zone Shire is not known',
  )
})

test('a paused calendar says until when, also before its first sync', () => {
  const paused = { code: 'sync_interrupted', until: '2031-06-04T10:10:00.000Z' }
  const never = { ...failed, lastSyncedAt: null, lastErrorDetails: paused }
  expect(syncState(never, 'UTC', NOW).text).toMatch(/^Paused until .*10:10.*: Mantel stopped/)
})
