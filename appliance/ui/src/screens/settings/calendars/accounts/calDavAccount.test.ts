import { describe, expect, it } from 'vitest'
import { blank, firstError, isAppPassword, requestOf } from './calDavAccount'

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

  it.each([
    ['abcd-efgh-ijkl-mnop', true],
    [' ABCD EFGH IJKL MNOP ', true],
    ['abcdefghijklmnop', true],
    ['abcd-efgh-ijkl', false],
    ['abc1-efgh-ijkl-mnop', false],
  ])('“%s” has the form of an app-specific password: %s', (text, has) => {
    expect(isAppPassword(text)).toBe(has)
  })

  it('returns the first missing field', () => {
    const whole = { ...blank('icloud'), user: 'ana', password: 'abcd-efgh-ijkl-mnop' }
    const missing = [
      { server: ' ' },
      { user: '' },
      { password: '' },
      { password: 'the account’s own' },
      { name: ' ' },
      {},
    ].map((more) => firstError({ ...whole, ...more })?.field)
    expect(missing).toEqual(['serverUrl', 'username', 'password', 'password', 'name', undefined])
  })
})
