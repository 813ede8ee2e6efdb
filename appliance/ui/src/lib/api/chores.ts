import type { Day } from '../time/dates'
import { type Change, outbox } from '../outbox/outbox.svelte'
import { t } from '../i18n/translate'
import { read, send } from '../http/client'
import { freshId } from '../ids'
import { tickWaits } from './approvals'
import { type Copy, isTickOf, tickOf } from './choreTicks'
import { stepTickOf, withStep } from './stepTicks'
import { members } from './members'
import { resource } from '../http/resource.svelte'
import type { ChorePatch, ChoreRequest, DayChore, Member } from './types'

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

const choresResource = (day: Day) => resource('/api/chores/day', { date: day })

/** A day's chores from the server, with this device's pending ticks applied; undefined until loaded. */
export function choresOn(day: Day): DayChore[] | undefined {
  const { value, asOf } = choresResource(day)
  return value && withTicks(value, day, outbox.changes, asOf, tickWaits)
}

export const choresError = (day: Day) => choresResource(day).error
export const refreshChores = (day: Day) => choresResource(day).refresh()

/**
 * Completes a chore through the outbox. `by` is the member who did a chore that is for anyone. What was shown open is
 * left to somebody else who did it meanwhile.
 */
export function tick(chore: Copy & { title: string; completed?: boolean }, day: Day, by: string | null = null): void {
  const who = by ?? copyOf(chore)
  const onlyIfOpen = chore.completed !== true
  const body = who ? { date: day, memberId: who, onlyIfOpen } : { date: day, onlyIfOpen }
  void outbox.enqueue('POST', `/api/chores/${chore.id}/complete`, body, {
    words: t('chores.doing.tick', { title: chore.title }),
  })
}

export function untick(chore: Copy & { title: string }, day: Day): void {
  const words = t('chores.doing.untick', { title: chore.title })
  const copy = copyOf(chore)
  const query = copy ? `date=${day}&memberId=${copy}` : `date=${day}`
  void outbox.enqueue('DELETE', `/api/chores/${chore.id}/complete?${query}`, undefined, { words })
}

const copyOf = (chore: Copy) => (chore.share === 'each' ? (chore.memberId ?? null) : null)

/** Tells the entries of a day apart: of a chore that each of its members does there are several. */
export const keyOf = (chore: Copy) => `${chore.id}/${copyOf(chore) ?? ''}`

/** Whether a tick that is credited to a member waits for a parent's yes. */
type Waits = (chore: DayChore, memberId: string | null) => boolean

/** Applies the ticks that a response requested at `asOf` cannot contain. */
export function withTicks(
  chores: DayChore[],
  day: Day,
  changes: readonly Change[],
  asOf: number,
  waits: Waits = () => false,
): DayChore[] {
  let shown = chores
  for (const change of changes) {
    if (change.sentAt !== undefined && change.sentAt <= asOf) continue
    const step = stepTickOf(change)
    if (step?.day === day) shown = shown.map((chore) => withStep(chore, change, (who) => waits(chore, who)))
    const ticked = tickOf(change)
    if (ticked?.day !== day) continue
    shown = shown.map((chore) =>
      isTickOf(ticked, chore) ? withCompletion(chore, ticked.done, ticked.by, change.at, waits) : chore,
    )
  }
  return shown
}

function withCompletion(chore: DayChore, done: boolean, by: string | null, at: number, waits: Waits): DayChore {
  const before = chore.pending ? { ...chore, pending: false } : chore
  if (!done) return { ...before, completed: false, completedAt: null, completedBy: null }
  const who = by ?? chore.memberId
  const ticked = { ...before, completedAt: new Date(at).toISOString(), completedBy: who }
  return !chore.completed && waits(chore, who) ? { ...ticked, pending: true } : { ...ticked, completed: true }
}

/** A member's points of today, including ticks that the server has not counted yet. */
export function pointsToday(member: Member, today: Day): number {
  const known = new Map(choresResource(today).value?.map((chore) => [keyOf(chore), chore]))
  let points = member.pointsToday
  for (const chore of choresOn(today) ?? []) {
    const before = known.get(keyOf(chore))
    if (!before || before.completed === chore.completed) continue
    const whose = chore.completed ? chore.completedBy : before.completedBy
    if (whose === member.id) points += chore.completed ? chore.points : -chore.points
  }
  return points
}

/** Completed and total number of a member's own chores of a day. */
export function progressOf(chores: readonly DayChore[], memberId: string | null): { done: number; total: number } {
  const own = chores.filter((chore) => chore.memberId === memberId)
  return { done: own.filter((chore) => chore.completed).length, total: own.length }
}

/** Keeps the cached copy of today's chores current even when they are not on screen. */
outbox.onDelivered((change) => {
  const ticked = tickOf(change) ?? stepTickOf(change)
  if (ticked && !choresResource(ticked.day).used) void choresResource(ticked.day).refresh()
  if (ticked && !members.used) void members.refresh()
})
