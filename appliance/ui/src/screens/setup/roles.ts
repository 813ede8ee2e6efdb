/** What a new member most likely is; the family says otherwise where it is wrong. */
const ADULTS_FIRST = 2

export type Role = 'adult' | 'child'
export type Roles = Record<string, Role>

/** A member's role: what was chosen, else the first two are adults. */
export function roleOf(id: string, index: number, chosen: Roles): Role {
  return chosen[id] ?? (index < ADULTS_FIRST ? 'adult' : 'child')
}

/** The ids of the children. */
export function childrenOf(family: readonly { id: string }[], chosen: Roles): string[] {
  return family.filter(({ id }, index) => roleOf(id, index, chosen) === 'child').map(({ id }) => id)
}
