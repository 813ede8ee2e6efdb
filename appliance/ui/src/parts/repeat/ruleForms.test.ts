import { afterAll, beforeAll, expect, it } from 'vitest'
import { useTexts } from '../../lib/i18n/dictionary'
import { setPluralRules } from '../../lib/i18n/translate'
import polish from '../../words/pl.json'
import { describeRule } from './rule'

beforeAll(() => {
  useTexts(polish)
  setPluralRules('pl')
})

afterAll(() => {
  useTexts({})
  setPluralRules('en')
})

it.each([
  ['FREQ=MONTHLY;BYDAY=1MO', 'Co miesiąc (pierwszy'],
  ['FREQ=MONTHLY;BYDAY=1WE', 'Co miesiąc (pierwsza'],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=-1SU', 'Co 2 miesiące (ostatnia'],
  ['FREQ=MONTHLY;INTERVAL=5;BYDAY=-1FR', 'Co 5 miesięcy (ostatni '],
])('the ordinal of %s has the gender of its weekday', (rule, words) => {
  expect(describeRule(rule, '2026-11-20', 'Europe/Warsaw')).toContain(words)
})
