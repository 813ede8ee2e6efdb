import { expect, test } from 'vitest'
import { childrenOf } from './roles'

const family = (roles: Record<string, 'adult' | 'child'>) =>
  ['ana', 'ben', 'ida', 'theo'].map((id) => ({ id, role: roles[id] ?? null }))

test.each([
  [{}, ['ida', 'theo']],
  [{ ben: 'child' as const }, ['ben', 'ida', 'theo']],
  [{ ida: 'adult' as const }, ['theo']],
])('with %o the children are %o', (roles, children) => {
  expect(childrenOf(family(roles))).toEqual(children)
})
