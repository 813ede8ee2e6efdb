import { expect, test } from 'vitest'
import { codeOf } from './codes'

test('a UPC-A is the EAN-13 with a 0 before it, typed with spaces or read', () => {
  expect(codeOf('0 36000 29145 2')).toBe('0036000291452')
  expect(codeOf('036000291452')).toBe(codeOf('0036000291452'))
})

test('other codes stay as they are', () => {
  expect(codeOf('4006381333931')).toBe('4006381333931')
  expect(codeOf('96385074')).toBe('96385074')
  expect(codeOf('SHELF-7a')).toBe('SHELF-7a')
})

test.each(['', '123', 'a/b/c', 'milk 1%', '9'.repeat(65)])('%j is no code', (text) => {
  expect(codeOf(text)).toBeUndefined()
})
