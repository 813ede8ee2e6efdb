import type { Day } from '../time/dates'
import { type Change, outbox } from '../outbox/outbox.svelte'
import { t } from '../i18n/translate'
import { send } from '../http/client'
import { members } from './members'
import { resource } from '../http/resource.svelte'
import type { Chore, ChorePatch, ChoreRequest, DayChore, Ledger, Member, LeaderboardEntry } from './types'

export type Period = 'today' | 'week' | 'month'

export const allChores = resource<Chore[]>('/api/chores')
export const leaderboard = (period: Period) => resource<LeaderboardEntry[]>(`/api/leaderboard?period=${period}`)
export const ledgerOf = (memberId: string) => resource<Ledger>(`/api/members/${memberId}/points`)

export const addChore = (request: ChoreRequest) => send<Chore>('POST', '/api/chores', request)
export const changeChore = (id: string, request: ChorePatch) => send<Chore>('PATCH', `/api/chores/${id}`, request)
export const removeChore = (id: string) => send('DELETE', `/api/chores/${id}`)

const choresResource = (day: Day) => resource<DayChore[]>(`/api/chores/day?date=${day}`)

/** A day's chores from the server, with this device's pending ticks applied; undefined until loaded. */
export function choresOn(day: Day): DayChore[] | undefined {
  const { value, asOf } = choresResource(day)
  return value && withTicks(value, day, outbox.changes, asOf)
}

export const choresError = (day: Day) => choresResource(day).error
export const refreshChores = (day: Day) => choresResource(day).refresh()

/** Completes a chore through the outbox. `by` is the member who did a chore that is for anyone. */
export function tick(chore: Pick<Chore, 'id' | 'title'>, day: Day, by: string | null = null): void {
  const body = by ? { date: day, memberId: by } : { date: day }
  void outbox.enqueue('POST', `/api/chores/${chore.id}/complete`, body, {
    words: t('chores.doing.tick', { title: chore.title }),
  })
}

export function untick(chore: Pick<Chore, 'id' | 'title'>, day: Day): void {
  const words = t('chores.doing.untick', { title: chore.title })
  void outbox.enqueue('DELETE', `/api/chores/${chore.id}/complete?date=${day}`, undefined, { words })
}

/** The chore and day that a change ticks or unticks; null for other changes. */
export function tickOf(change: Change): { id: string; day: Day; done: boolean; by: string | null } | null {
  const [, id, day] = /^\/api\/chores\/([^/]+)\/complete(?:\?date=(.+))?$/.exec(change.path) ?? []
  if (!id) return null
  if (change.method === 'DELETE') return { id, day: day ?? '', done: false, by: null }
  const body = change.body as { date: Day; memberId?: string }
  return { id, day: body.date, done: true, by: body.memberId ?? null }
}

/** Applies the ticks that a response requested at `asOf` cannot contain. */
export function withTicks(chores: DayChore[], day: Day, changes: readonly Change[], asOf: number): DayChore[] {
  let shown = chores
  for (const change of changes) {
    if (change.sentAt !== undefined && change.sentAt <= asOf) continue
    const ticked = tickOf(change)
    if (ticked?.day !== day) continue
    shown = shown.map((chore) =>
      chore.id === ticked.id ? withCompletion(chore, ticked.done, ticked.by, change.at) : chore,
    )
  }
  return shown
}

function withCompletion(chore: DayChore, done: boolean, by: string | null, at: number): DayChore {
  return done
    ? { ...chore, completed: true, completedAt: new Date(at).toISOString(), completedBy: by ?? chore.memberId }
    : { ...chore, completed: false, completedAt: null, completedBy: null }
}

/** A member's points of today, including ticks that the server has not counted yet. */
export function pointsToday(member: Member, today: Day): number {
  const known = new Map(choresResource(today).value?.map((chore) => [chore.id, chore]))
  let points = member.pointsToday
  for (const chore of choresOn(today) ?? []) {
    const before = known.get(chore.id)
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
  const ticked = tickOf(change)
  if (ticked && !choresResource(ticked.day).used) void choresResource(ticked.day).refresh()
  if (ticked && !members.used) void members.refresh()
})
