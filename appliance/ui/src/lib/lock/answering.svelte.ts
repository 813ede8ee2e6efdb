import type { Copy } from '../changes/chores'
import type { Day } from '../time/dates'

/** A chore whose tick waits for a parent's yes, as screens show it. */
export interface WaitingChore extends Copy {
  title: string
  emoji?: string | null
  points?: number
  dayParts?: readonly string[]
  /** Who ticked it. */
  completedBy?: string | null
}

class Answering {
  /** The tick that was touched, and the date under which it is shown; null while nothing is asked. */
  about = $state.raw<{ chore: WaitingChore; day: Day } | null>(null)
}

export const answering = new Answering()
