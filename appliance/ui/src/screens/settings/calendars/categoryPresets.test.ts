import { expect, test } from 'vitest'
import { parseKeywords, missingPresets, presets } from './categoryPresets'
import type { Category } from '$lib/api/types'

const category = (name: string): Category => ({
  id: name,
  name,
  emoji: null,
  color: '#000000',
  keywords: [],
  sort: 0,
  createdAt: '',
})

test('offers five presets, without existing categories', () => {
  expect(presets().map(({ name }) => name)).toEqual(['Birthdays', 'Appointments', 'Sports', 'School', 'Travel'])
  expect(missingPresets([category('sports '), category('Music')]).map(({ name }) => name)).toEqual([
    'Birthdays',
    'Appointments',
    'School',
    'Travel',
  ])
})

test('splits keywords at commas and removes duplicates', () => {
  expect(parseKeywords('Swim, field trip,, swim ,GAME', ['game'])).toEqual(['game', 'Swim', 'field trip'])
  expect(parseKeywords('  ', ['game'])).toEqual(['game'])
})
