import { expect, test } from 'vitest'
import { canRedirectBack, isClientId } from './oauthClient'

test.each([
  ['http://localhost:8080/api/oauth/google/callback', true, true],
  ['http://localhost:8080/api/oauth/google/callback', false, false],
  ['http://192.168.1.5:8080/api/oauth/google/callback', false, false],
  ['http://mantel.local:8080/api/oauth/google/callback', false, false],
  ['https://mantel.example.org/api/oauth/google/callback', false, true],
  ['https://mantel.example.org/api/oauth/google/callback', true, true],
])('%s, on the device itself: %s', (redirect, isLocalhost, expected) => {
  expect(canRedirectBack(redirect, isLocalhost)).toBe(expected)
})

test.each([
  ['google', '12-ab.apps.googleusercontent.com', true],
  ['google', ' 12-ab.apps.googleusercontent.com ', true],
  ['google', 'ana@example.org', false],
  ['microsoft', '01234567-89ab-cdef-0123-456789ABCDEF', true],
  ['microsoft', '12-ab.apps.googleusercontent.com', false],
] as const)('%s: %s', (kind, id, expected) => {
  expect(isClientId(kind, id)).toBe(expected)
})
