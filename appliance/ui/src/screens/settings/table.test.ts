import { expect, test } from 'vitest'
import { useLanguage } from '$lib/i18n/inLanguage.testing'
import { findSettings, rowsOf } from './table'
import { sections } from './sections'

const found = (query: string, on: 'wall' | 'own' = 'own') =>
  findSettings(query, sections, on).map(({ section, title }) => `${section.path}: ${title}`)

test.each([
  ['first day', 'household: First day of the week'],
  ['MONDAY', 'household: First day of the week'],
  ['dark mode', 'look: Theme'],
  ['ical', 'calendars: Add a calendar address'],
  ['certificate', 'https: Secure connection'],
  ['tailscale', 'outside: Away from home'],
])('“%s” finds “%s” first', (query, first) => {
  expect(found(query)[0]).toBe(first)
})

test('a title that matches is before other words that do', () => {
  const all = found('calendar')
  expect(all.indexOf('calendars: Create a calendar')).toBeLessThan(all.indexOf('calendars: Connect an account'))
})

test('what a device does not show is not found', () => {
  expect(found('keyboard', 'wall')).toContain('device: On-screen keyboard')
  expect(found('keyboard', 'own')).not.toContain('device: On-screen keyboard')
})

test.each([
  ['en', ['wipe', 'toddler']],
  ['de', ['putzen', 'Kindersicherung']],
  ['fr', ['essuyer', 'bébé']],
  ['es', ['limpiar', 'niño']],
  ['it', ['pulire', 'bambino']],
  ['nl', ['schoonmaken', 'kinderslot']],
  ['pl', ['wycierać', 'maluch']],
] as const)('a wall’s search finds what keeps hands off it, in %s', async (tag, words) => {
  await useLanguage(tag)
  const rows = words.map((word) => findSettings(word, sections, 'wall').map(({ row }) => row))
  await useLanguage('en')
  expect(rows).toEqual([expect.arrayContaining(['handsOff.clean']), expect.arrayContaining(['handsOff.lock'])])
})

test('nothing is found for nothing, or for a word of no setting', () => {
  expect([found('  '), found('xylophone')]).toEqual([[], []])
})

test('every section is found by a word that is not in its name', () => {
  const only = sections.filter((section) => {
    const rows = rowsOf(section, 'own')
    return rows.length === 1 && !rows[0]!.words
  })
  expect(only).toEqual([])
})
