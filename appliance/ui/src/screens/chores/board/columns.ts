import { progressOf } from '$lib/api/chores'
import { minutesOf } from '$lib/api/householdDay'
import type { Day } from '$lib/time/dates'
import type { DayChore, Member, LeaderboardEntry } from '$lib/api/types'

/** The chores of one member on one day, or those for anyone. */
export interface Column {
  /** The member's id; `anyone` for unassigned chores. */
  id: string
  member: Member | null
  chores: DayChore[]
  done: number
  total: number
  streak: number
  /** Rank of the week; null before the first points, or where ranks are hidden. */
  rank: number | null
}

export const ANYONE = 'anyone'
/** Shortest streak that is shown. */
const STREAK_FROM = 2

/** One column per member; chores for anyone last, if there are any. */
export function columnsOf(
  members: Member[],
  chores: DayChore[],
  standings: LeaderboardEntry[],
  ranked: boolean,
): Column[] {
  const known = new Set(members.map((member) => member.id))
  const started = standings.some((standing) => standing.points > 0 || standing.completed > 0)
  const columns: Column[] = members.map((member) => {
    const standing = standings.find((one) => one.memberId === member.id)
    const streak = standing?.streak ?? 0
    return {
      id: member.id,
      member,
      chores: chores.filter((chore) => chore.memberId === member.id),
      ...progressOf(chores, member.id),
      streak: streak >= STREAK_FROM ? streak : 0,
      rank: ranked && started ? (standing?.rank ?? null) : null,
    }
  })
  const unassigned = chores.filter((chore) => !chore.memberId || !known.has(chore.memberId))
  const done = unassigned.filter((chore) => chore.completed).length
  return unassigned.length > 0
    ? [
        ...columns,
        { id: ANYONE, member: null, chores: unassigned, done, total: unassigned.length, streak: 0, rank: null },
      ]
    : columns
}

/** Still open although its day, or today its time, has passed. */
export function isLate(chore: DayChore, day: Day, now: { date: Day; minutes: number }): boolean {
  if (chore.completed || day > now.date) return false
  if (chore.overdueSince) return true
  if (day === now.date && chore.dueBy) return chore.late || minutesOf(chore.dueBy) <= now.minutes
  return day < now.date || minutesOf(chore.dueTime ?? '') < now.minutes
}

/** Number of open checklist items that block completion. */
export function stepsLeft(chore: DayChore): number {
  return chore.completed || !chore.checklist ? 0 : chore.checklist.total - chore.checklist.done
}
