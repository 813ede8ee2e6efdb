import { expect, test } from 'vitest'
import { obstacleOf } from './pushSupport'

test.each([
  [{ secure: true, supported: true, standalone: undefined, permission: 'default' }, null],
  [{ secure: true, supported: true, standalone: true, permission: 'granted' }, null],
  [{ secure: true, supported: true, standalone: undefined, permission: 'denied' }, 'denied'],
  [{ secure: false, supported: false, standalone: undefined, permission: undefined }, 'insecure'],
  [{ secure: false, supported: false, standalone: false, permission: undefined }, 'insecure'],
  [{ secure: true, supported: false, standalone: false, permission: undefined }, 'install'],
  [{ secure: true, supported: false, standalone: true, permission: undefined }, 'old'],
  [{ secure: true, supported: false, standalone: undefined, permission: 'default' }, 'unsupported'],
] as const)('%j: %s', (browser, expected) => {
  expect(obstacleOf(browser)).toBe(expected)
})
