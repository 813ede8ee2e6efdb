import { expect, test } from 'vitest'
import { durationText } from './duration'

test.each([
  [0.7, '0 minutes', '0 min'],
  [2, '2 minutes', '2 min'],
  [60, '1 hour', '1 hr'],
  [225, '3 hours 45 minutes', '3 hr 45 min'],
  [1501, '1 day 1 hour', '1 day 1 hr'],
  [12 * 1440 + 8 * 60, '12 days 8 hours', '12 days 8 hr'],
])('%d minutes are %s', (minutes, long, short) => {
  expect([durationText(minutes, 'long'), durationText(minutes, 'short')]).toEqual([long, short])
})
