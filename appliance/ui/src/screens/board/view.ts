import type { Board, BoardChore, BoardMember, Widget } from '$lib/api/types'
import type { Plan } from './boardDay'
import type { Coming, Due, OwnChores } from './dayContent'

/** What was touched, or pressed by a key. */
export interface Touched {
  event: MouseEvent
  row: HTMLElement
}

/** What the widgets show, and what a touch in them does. */
export interface View {
  board: Board
  /** The people of a widget, in their order. */
  membersOf: (widget: Widget) => BoardMember[]
  planOf: (memberId: string | null) => Plan
  choresOf: (memberId: string | null) => OwnChores
  due: Due[]
  coming: Coming[]
  /** Whether there is a goal of the family, or points of all together. */
  hasGoal: boolean
  hasLeaders: boolean
  ontick: (chore: BoardChore, done: boolean, touched?: Touched) => void
  /** A long press on a chore. */
  onhold: (chore: BoardChore) => void
  /** Opens the arranging of the board; undefined where it cannot be arranged. */
  onarrange?: () => void
}
