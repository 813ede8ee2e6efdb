import { expect, test } from 'vitest'
import { abilitiesOf, type Browser, nextStep } from './abilities'

const ALL: Browser = { secure: true, worker: true, installed: true, notified: true, noPush: false }

test.each([
  [{}, 'none', []],
  [{ notified: false }, 'notify', ['notify']],
  [{ installed: false, notified: false }, 'install', ['install', 'notify']],
  [{ notified: false, noPush: true }, 'none', []],
  [
    { secure: false, worker: false, installed: false, notified: false, noPush: true },
    'secure',
    ['offline', 'install', 'notify', 'camera', 'passkey'],
  ],
] as const)('%j leads to %s', (differs, step, waiting) => {
  const browser = { ...ALL, ...differs }
  expect(nextStep(browser)).toBe(step)
  expect(abilitiesOf(browser).flatMap(([name, state]) => (state === 'waits' ? [name] : []))).toEqual(waiting)
})
