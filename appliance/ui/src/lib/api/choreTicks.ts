import type { Day } from '../time/dates'
import type { Change } from '../outbox/outbox.svelte'
import type { Share } from './types'

export interface Tick {
  id: string
  day: Day
  done: boolean
  /** Who did it, and whose copy it is of a chore that each of its members does. */
  by: string | null
}

const PATH = /^\/api\/chores\/([^/]+)\/complete(?:\?date=([^&]+)(?:&memberId=([^&]+))?)?$/

/** Whether a tick, or that of a step, is of a chore, or of this member's copy of it. */
export function isTickOf(tick: Pick<Tick, 'id' | 'by'>, chore: Copy, memberId = chore.memberId): boolean {
  return tick.id === chore.id && (chore.share !== 'each' || tick.by === memberId)
}

/** A chore, or a member's copy of one that each of its members does. */
export interface Copy {
  id: string
  share?: Share | null
  memberId?: string | null
}

/** The chore and day that a change ticks or unticks; null for other changes. */
export function tickOf(change: Change): Tick | null {
  const [, id, day, by] = PATH.exec(change.path) ?? []
  if (!id) return null
  if (change.method === 'DELETE') return { id, day: day ?? '', done: false, by: by ?? null }
  const body = change.body as { date: Day; memberId?: string }
  return { id, day: body.date, done: true, by: body.memberId ?? null }
}
