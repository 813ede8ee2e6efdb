import { beforeAll, expect, it } from 'vitest'
import { useLanguage } from '../../lib/i18n/inLanguage.testing'
import { describeRule } from './rule'

beforeAll(() => useLanguage('pl'))

it.each([
  ['FREQ=MONTHLY;BYDAY=1MO', 'Co miesiąc (pierwszy'],
  ['FREQ=MONTHLY;BYDAY=1WE', 'Co miesiąc (pierwsza'],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=-1SU', 'Co 2 miesiące (ostatnia'],
  ['FREQ=MONTHLY;INTERVAL=5;BYDAY=-1FR', 'Co 5 miesięcy (ostatni '],
])('the ordinal of %s has the gender of its weekday', (rule, words) => {
  expect(describeRule(rule, '2026-11-20', 'Europe/Warsaw')).toContain(words)
})
