import type { Member } from '$lib/api/types'

/** What a new member most likely is; the family says otherwise where it is wrong. */
const ADULTS_FIRST = 2

export type Role = NonNullable<Member['role']>

/** What somebody most likely is who is added after so many others. */
export const roleAfter = (others: number): Role => (others < ADULTS_FIRST ? 'adult' : 'child')

/** A member's role; where nobody has said it, the first two are adults. */
export function roleOf({ role }: Pick<Member, 'role'>, index: number): Role {
  return role ?? roleAfter(index)
}

/** The ids of the children. */
export function childrenOf(family: readonly Pick<Member, 'id' | 'role'>[]): string[] {
  return family.filter((member, index) => roleOf(member, index) === 'child').map(({ id }) => id)
}
