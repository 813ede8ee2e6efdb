import { expect, it } from 'vitest'
import { currencies, worthOf } from './money'

const HALF = { points: 10, amount: 0.5, currency: 'EUR' }

it('says what points are worth', () => {
  expect(worthOf(80, HALF)).toMatch(/4[.,]00/)
  expect(worthOf(-20, HALF)).toMatch(/1[.,]00/)
  expect(worthOf(7, { points: 1, amount: 1, currency: 'JPY' })).toContain('7')
})

it('is empty without a value', () => {
  expect(worthOf(80, null)).toBe('')
  expect(worthOf(80, undefined)).toBe('')
})

it('offers the currencies of the browser', () => {
  const codes = currencies().map(({ code }) => code)
  expect(codes).toContain('EUR')
  // West Africa's franc; ISO 4217's codes for gold, for tests and for no currency.
  expect(codes).toContain('XOF')
  for (const code of ['XAU', 'XTS', 'XXX']) expect(codes).not.toContain(code)
})
