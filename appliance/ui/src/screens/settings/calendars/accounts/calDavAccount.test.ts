import { describe, expect, it } from 'vitest'
import { blank, firstError, requestOf } from './calDavAccount'

describe('an account to be connected', () => {
  it.each([
    ['cloud.example.org', 'https://cloud.example.org'],
    [' cloud.example.org:8443/dav ', 'https://cloud.example.org:8443/dav'],
    ['http://127.0.0.1:5232', 'http://127.0.0.1:5232'],
    ['ftp://x', 'ftp://x'],
  ])('%s is asked for at %s', (server, serverUrl) => {
    expect(requestOf({ kind: 'another', server, user: ' ana ', password: ' kept ', name: ' Home ' })).toEqual({
      serverUrl,
      username: 'ana',
      password: ' kept ',
      name: 'Home',
    })
  })

  it('tells the first thing that is missing', () => {
    const whole = { ...blank('icloud'), user: 'ana', password: 'x' }
    const missing = [{ server: ' ' }, { user: '' }, { password: '' }, { name: ' ' }, {}].map(
      (more) => firstError({ ...whole, ...more })?.field,
    )
    expect(missing).toEqual(['serverUrl', 'username', 'password', 'name', undefined])
  })
})
