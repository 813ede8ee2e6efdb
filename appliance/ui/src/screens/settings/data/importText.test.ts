import { expect, test } from 'vitest'
import { ApiError } from '$lib/http/client'
import { importedRows, skippedRows, importError, settingNames, totalCount } from './importText'
import type { Counts, ImportPreview } from '$lib/api/types'

const NONE: Counts = {
  members: 0,
  categories: 0,
  calendars: 0,
  events: 0,
  eventMemberOverrides: 0,
  eventCategoryOverrides: 0,
  eventTravelOverrides: 0,
  eventSeriesMemberOverrides: 0,
  eventSeriesCategoryOverrides: 0,
  chores: 0,
  choreCompletions: 0,
  lists: 0,
  listItems: 0,
  listItemSteps: 0,
  notes: 0,
  pointEntries: 0,
  stickerPacks: 0,
  scrapbook: 0,
  rewards: 0,
  redemptions: 0,
  recipes: 0,
  meals: 0,
}

function preview(part: Partial<ImportPreview>): ImportPreview {
  return {
    imported: NONE,
    needsReconnect: [],
    skipped: { passkeys: 0, webhooks: 0, archivedChores: 0, pendingCompletions: 0 },
    added: NONE,
    notRead: {},
    leftOut: NONE,
    settings: [],
    ...part,
  }
}

test('lists imported rows by kind, with the number of new ones', () => {
  const importPreview = preview({
    imported: { ...NONE, members: 4, events: 1, eventMemberOverrides: 2, eventTravelOverrides: 1, chores: 12 },
    added: { ...NONE, members: 1, events: 1, eventMemberOverrides: 0 },
  })
  expect(importedRows(importPreview)).toEqual([
    { text: '4 members', detail: '1 new' },
    { text: '1 event', detail: 'new' },
    { text: '3 changes to synced events', detail: 'already here' },
    { text: '12 chores', detail: 'already here' },
  ])
  expect(totalCount(importPreview)).toBe(20)
})

test('a finished import shows no numbers of new rows', () => {
  const { imported, needsReconnect, skipped, notRead } = preview({ imported: { ...NONE, lists: 1 } })
  expect(importedRows({ imported, needsReconnect, skipped, notRead })).toEqual([{ text: '1 list', detail: '' }])
})

test('lists skipped rows with reasons', () => {
  const rows = skippedRows(
    preview({
      leftOut: { ...NONE, notes: 2 },
      skipped: { passkeys: 1, webhooks: 0, archivedChores: 0, pendingCompletions: 0 },
    }),
  )
  expect(rows.map((row) => row.text)).toEqual(['2 notes', '1 passkey'])
  expect(rows[0]?.detail).toBe('the event or item is not in the file')
})

test('lists archived chores and pending completions once', () => {
  const skipped = { passkeys: 0, webhooks: 0, archivedChores: 2, pendingCompletions: 1 }
  const importPreview = preview({ leftOut: { ...NONE, chores: 2, choreCompletions: 4 }, skipped })
  expect(skippedRows(importPreview)).toEqual([
    { text: '3 chore completions', detail: 'the chore is not imported' },
    { text: '2 archived chores', detail: 'archived chores are not imported' },
    { text: '1 completion that waits for approval', detail: 'only approved completions are imported' },
  ])
})

test('a finished import lists what it never takes', () => {
  const { imported, needsReconnect, skipped, notRead } = preview({
    skipped: { passkeys: 0, webhooks: 2, archivedChores: 1, pendingCompletions: 3 },
    notRead: { polls: 2, 'rewards.limit': 1 },
  })
  expect(skippedRows({ imported, needsReconnect, skipped, notRead }).map((row) => row.text)).toEqual([
    '1 archived chore',
    '3 completions that wait for approval',
    '2 webhooks',
    '3 unknown entries',
  ])
})

test('names each setting once, as on its page', () => {
  expect(settingNames(['familyName', 'accent', 'density', 'somethingNew'])).toBe('family name, appearance, and others')
})

test.each([
  [400, 'request: is not valid JSON', /not a Mantel export/],
  [400, 'members: is required', /not a Mantel export/],
  [400, 'version: Invalid enum value 2', /newer version/],
  [400, 'chores.3.title: must not be empty', /at chores\.3\.title: must not be empty/],
  [413, 'the request body is too large', /12 MB; the limit is 10 MB/],
  [0, 'no answer', /^Not saved: /],
])('%i %s is explained', (status, message, expected) => {
  const file = { name: 'a.json', size: 12_000_000 } as File
  expect(importError(new ApiError(status, message), file)).toMatch(expected)
})
