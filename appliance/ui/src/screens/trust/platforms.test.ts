import { expect, test } from 'vitest'
import { guessPlatform } from './platforms'

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X)', 5, 'apple'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'apple'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'computer'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 10)', 5, 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 10, 'computer'],
  ['', 0, 'computer'],
])('%s with %i touch points: %s', (agent, touchPoints, platform) => {
  expect(guessPlatform(agent, touchPoints)).toBe(platform)
})
