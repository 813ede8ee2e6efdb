import { describe, expect, it } from 'vitest'
import { blank, firstError, requestOf } from './calDavAccount'

describe('connecting an account', () => {
  it.each([
    ['cloud.example.org', 'https://cloud.example.org'],
    [' cloud.example.org:8443/dav ', 'https://cloud.example.org:8443/dav'],
    ['http://127.0.0.1:5232', 'http://127.0.0.1:5232'],
    ['ftp://x', 'ftp://x'],
  ])('%s becomes the address %s', (server, serverUrl) => {
    expect(requestOf({ kind: 'another', server, user: ' ana ', password: ' kept ', name: ' Home ' })).toEqual({
      serverUrl,
      username: 'ana',
      password: ' kept ',
      name: 'Home',
    })
  })

  it('returns the first missing field', () => {
    const whole = { ...blank('icloud'), user: 'ana', password: 'x' }
    const missing = [{ server: ' ' }, { user: '' }, { password: '' }, { name: ' ' }, {}].map(
      (more) => firstError({ ...whole, ...more })?.field,
    )
    expect(missing).toEqual(['serverUrl', 'username', 'password', 'name', undefined])
  })
})
