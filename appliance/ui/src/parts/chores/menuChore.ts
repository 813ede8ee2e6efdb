import type { Copy } from '$lib/changes/chores'

/** What the menu of a chore says about one date of it. */
export interface MenuChore extends Copy {
  title: string
  completed: boolean
  pending: boolean
  overdueSince?: string | null
}
