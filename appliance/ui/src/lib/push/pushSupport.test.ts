import { expect, test } from 'vitest'
import { obstacleOf, sameKey } from './pushSupport'

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

test('keys are compared in either base64 form', () => {
  const bytes = new Uint8Array([4, 251, 255, 190]).buffer
  expect(sameKey(bytes, 'BPv_vg')).toBe(true)
  expect(sameKey(bytes, 'BPv_vg==')).toBe(true)
  expect(sameKey(bytes, 'BPv_vQ')).toBe(false)
  expect(sameKey(null, 'BPv_vg')).toBe(false)
})
