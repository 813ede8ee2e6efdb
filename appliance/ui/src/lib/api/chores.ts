import type { Day } from '../time/dates'
import { choresOfDay, type Copy, isOfChore, keyOf } from '../changes/chores'
import { type Change, outbox } from '../changes/outbox.svelte'
import { t } from '../i18n/translate'
import { read, send } from '../http/client'
import { freshId } from '../ids'
import { answering, type WaitingChore } from '../lock/answering.svelte'
import { members } from './members'
import { resource } from '../http/resource.svelte'
import type { ChorePatch, ChoreRequest, DayChore, Member } from './types'

type Routine = Pick<DayChore, 'id' | 'title' | 'overdueSince' | 'dayPart'>
export type Period = 'today' | 'week' | 'month'

export const allChores = resource('/api/chores')
export const leaderboard = (period: Period) => resource('/api/leaderboard', { period })
export const ledgerOf = (memberId: string) => resource(`/api/members/${memberId}/points`)

export const addChore = (request: ChoreRequest) => send('POST', '/api/chores', request)
export const changeChore = (id: string, request: ChorePatch) => send('PATCH', `/api/chores/${id}`, request)
export const removeChore = (id: string) => send('DELETE', `/api/chores/${id}`)

/** What deleting a chore takes away. */
export const earningsOf = (id: string) => read(`/api/chores/${id}/points`)

/** The same chore for another member. */
export const copyChore = (id: string, memberId: string) =>
  send('POST', `/api/chores/${id}/copy`, { memberId, id: freshId() })
/** Whose turn the chores are that members do in turn. */
export const turnsBetween = (first: Day, last: Day) => resource('/api/chores/turns', { from: first, until: last })
export const swapTurn = (id: string, date: Day, memberId: string) =>
  send('POST', `/api/chores/${id}/swap`, { date, memberId })

/** The chores of a day. */
export const choresOn = (day: Day) => resource('/api/chores/day', { date: day }, { project: choresOfDay(day) })

/**
 * Completes a chore. `by` is the member who did a chore that is for anyone. What was shown open is left to somebody else
 * who did it meanwhile.
 */
export function tick(chore: Copy & { title: string; completed?: boolean }, day: Day, by: string | null = null): void {
  const memberId = by ?? copyOf(chore)
  const onlyIfOpen = chore.completed !== true
  void outbox.add(
    { kind: 'chore.tick', choreId: chore.id, ...dateOf(chore, day), memberId, onlyIfOpen },
    t('chores.doing.tick', { title: chore.title }),
  )
}

/** A parent did it for the member: nobody gets points. */
export function tickWithoutPoints(chore: Copy & { title: string }, day: Day): void {
  void outbox.add(
    { kind: 'chore.tick', choreId: chore.id, ...dateOf(chore, day), memberId: copyOf(chore), withoutPoints: true },
    t('chores.doing.tick', { title: chore.title }),
  )
}

/** Lets go what was missed; for a moment it can be taken back. */
export const letGo = (chore: Copy & { title: string }, day: Day) =>
  outbox.add(
    { kind: 'chore.letGo', choreId: chore.id, day: chore.overdueSince ?? day, memberId: copyOf(chore) },
    t('chores.doing.letGo', { title: chore.title }),
  )

/** What a change of an entry is about: its date, which is not that of the screen where it was missed, and its part. */
function dateOf({ overdueSince, dayPart }: Copy, day: Day) {
  return { day: overdueSince ?? day, ...(dayPart ? { dayPart } : {}) }
}

export function untick(chore: Copy & { title: string }, day: Day): void {
  const words = t('chores.doing.untick', { title: chore.title })
  void outbox.add({ kind: 'chore.untick', choreId: chore.id, ...dateOf(chore, day), memberId: copyOf(chore) }, words)
}

/** Unticks a chore. A tick that waits is not withdrawn by a touch: what to do with it is asked. */
export function takeBack(chore: WaitingChore & { pending?: boolean }, day: Day): void {
  if (chore.pending) answering.about = { chore, day }
  else untick(chore, day)
}

/** Leaves out one date of a chore. */
export const skipDate = (chore: Copy & { title: string }, day: Day, passTurn: boolean) =>
  outbox.add({ kind: 'chore.skip', choreId: chore.id, day, memberId: copyOf(chore), passTurn }, doingDate(chore))

/** Makes a chore due on another day instead. */
export const moveDate = (chore: Copy & { title: string }, day: Day, to: Day) =>
  outbox.add({ kind: 'chore.move', choreId: chore.id, day, to, memberId: copyOf(chore) }, doingDate(chore))

/** Takes back what was done with a date: from the outbox while it waits there, and at the server later. */
export async function takeBackDate(chore: Copy & { title: string }, change: Change): Promise<void> {
  await outbox.attempted(change)
  const { command } = change
  if ((await outbox.cancel(change)) || !('day' in command)) return
  if (command.kind === 'chore.move') await moveDate(chore, command.to, command.day)
  else
    await outbox.add(
      { kind: 'chore.unskip', choreId: chore.id, day: command.day, memberId: copyOf(chore) },
      doingDate(chore),
    )
}

const doingDate = ({ title }: { title: string }) => t('choreDates.doing', { title })

const copyOf = (chore: Copy) => (chore.share === 'each' ? (chore.memberId ?? null) : null)

export { keyOf }

/** Ticks a step of a routine; the last one completes the chore. `memberId` says whose copy, or who did it. */
export function tickStep(chore: Routine, stepId: string, day: Day, memberId: string | null): void {
  const words = t('chores.doing.tickStep', { title: chore.title })
  void outbox.add({ kind: 'chore.step.tick', choreId: chore.id, stepId, ...dateOf(chore, day), memberId }, words)
}

export function untickStep(chore: Routine, stepId: string, day: Day, memberId: string | null): void {
  const words = t('chores.doing.untickStep', { title: chore.title })
  void outbox.add({ kind: 'chore.step.untick', choreId: chore.id, stepId, ...dateOf(chore, day), memberId }, words)
}

/** A member's points of today, including ticks that the server has not counted yet. */
export function pointsToday(member: Member, today: Day): number {
  const chores = choresOn(today)
  const known = new Map(chores.answer?.map((chore) => [keyOf(chore), chore]))
  let points = member.pointsToday
  for (const chore of chores.value ?? []) {
    // What was missed earns points of its own day.
    if (chore.overdueSince || chore.withoutPoints) continue
    const before = known.get(keyOf(chore))
    if (!before || before.completed === chore.completed) continue
    const whose = chore.completed ? chore.completedBy : before.completedBy
    if (whose === member.id) points += chore.completed ? chore.points : -chore.points
  }
  return points
}

/** Completed and total number of a member's own chores of a day. */
export function progressOf(chores: readonly DayChore[], memberId: string | null): { done: number; total: number } {
  const own = chores.filter((chore) => chore.memberId === memberId && !chore.overdueSince)
  return { done: own.filter((chore) => chore.completed).length, total: own.length }
}

/** Keeps the cached copy of today's chores current even when they are not on screen. */
outbox.onDelivered(({ command }) => {
  if (!isOfChore(command)) return
  if (!choresOn(command.day).used) void choresOn(command.day).refresh()
  if (!members.used) void members.refresh()
})
