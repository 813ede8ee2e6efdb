import type { Change } from '../outbox/outbox.svelte'
import { resource } from '../http/resource.svelte'
import { tickWaits } from './approvals'
import { isTickOf, tickOf } from './choreTicks'
import type { Board } from './types'

/** The family's day, in one answer. */
export const board = resource<Board>('/api/board')

/** Applies the ticks of today that a response requested at `asOf` cannot contain. */
export function boardWithTicks(shown: Board, changes: readonly Change[], asOf: number, waits = tickWaits): Board {
  let result = shown
  for (const change of changes) {
    if (change.sentAt !== undefined && change.sentAt <= asOf) continue
    const ticked = tickOf(change)
    const chore = ticked?.day === shown.date ? result.chores.find((one) => isTickOf(ticked, one)) : undefined
    if (!ticked || !chore) continue
    const pending = ticked.done && !chore.completed && waits(chore, chore.memberId)
    const completed = ticked.done && !pending
    result = {
      ...result,
      chores: result.chores.map((one) => (one === chore ? { ...one, completed, pending } : one)),
    }
    const by = Number(completed) - Number(chore.completed)
    if (by === 0) continue
    result = {
      ...result,
      members: result.members.map((member) =>
        member.id === chore.memberId
          ? {
              ...member,
              chores: { ...member.chores, done: member.chores.done + by },
              pointsToday: member.pointsToday + by * chore.points,
            }
          : member,
      ),
    }
  }
  return result
}
