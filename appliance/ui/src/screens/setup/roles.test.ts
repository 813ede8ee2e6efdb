import { expect, test } from 'vitest'
import { childrenOf } from './roles'

const family = ['ana', 'ben', 'ida', 'theo'].map((id) => ({ id }))

test.each([
  [{}, ['ida', 'theo']],
  [{ ben: 'child' as const }, ['ben', 'ida', 'theo']],
  [{ ida: 'adult' as const, gone: 'child' as const }, ['theo']],
])('with %o the children are %o', (chosen, children) => {
  expect(childrenOf(family, chosen)).toEqual(children)
})
