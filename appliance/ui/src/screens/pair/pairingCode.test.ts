import { expect, test } from 'vitest'
import { codeOf } from './pairingCode'

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['Pairing code 123 456', '123456'],
  ['http://192.168.1.20:8080/#/pair?code=123456&home=mantel.local', '123456'],
  ['12345', null],
  ['1234567', null],
  ['http://192.168.1.20:8080/#/pair?code=1234567', null],
  ['', null],
])('%s', (text, code) => {
  expect(codeOf(text)).toBe(code)
})
