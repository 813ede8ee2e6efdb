import { type DayChore, progressOf, type Standing } from '$lib/api/chores'
import type { Member } from '$lib/api/members'
import { type Day, parseTime } from '$lib/time/dates'

/** One member's chores of a day, or Anyone's. */
export interface Column {
  /** The member's id; `anyone` for what is nobody's. */
  id: string
  member: Member | null
  chores: DayChore[]
  done: number
  total: number
  streak: number
  /** Their place this week; null while nobody has begun, or where places are not shown. */
  rank: number | null
}

export const ANYONE = 'anyone'
/** From how many days on a streak is shown. */
const STREAK_FROM = 2

/** A column for each member, and Anyone's last where there is something for it. */
export function columnsOf(members: Member[], chores: DayChore[], standings: Standing[], ranked: boolean): Column[] {
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

/** Still open though its day, or on the day itself its time, has passed. */
export function isLate(chore: DayChore, day: Day, now: { date: Day; minutes: number }): boolean {
  if (chore.completed || day > now.date) return false
  return day < now.date || parseTime(chore.dueTime ?? '') < now.minutes
}

/** What is missing on a chore's checklist before it may be ticked. */
export function stepsLeft(chore: DayChore): number {
  return chore.completed || !chore.checklist ? 0 : chore.checklist.total - chore.checklist.done
}
