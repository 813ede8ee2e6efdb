import type { Change } from '../outbox/outbox.svelte'
import { resource } from '../http/resource.svelte'
import { tickWaits } from './approvals'
import { isTickOf, tickOf } from './choreTicks'
import { type StepTick, stepTickOf } from './stepTicks'
import type { Board, BoardChore } from './types'

/** The family's day, in one answer. */
export const board = resource('/api/board')

/** Applies the ticks of today that a response requested at `asOf` cannot contain. */
export function boardWithTicks(shown: Board, changes: readonly Change[], asOf: number, waits = tickWaits): Board {
  let result = shown
  /** Steps of routines whose state here is known, by chore, copy and step. */
  const steps = new Map<string, boolean>()
  for (const change of changes) {
    if (change.sentAt !== undefined && change.sentAt <= asOf) continue
    const step = stepTickOf(change)
    const ticked = step ?? tickOf(change)
    const chore = ticked?.day === shown.date ? result.chores.find((one) => isTickOf(ticked, one)) : undefined
    if (!ticked || !chore) continue
    const stepsDone = step ? stepsAfter(step, chore, steps) : (chore.stepsDone ?? 0)
    const done = step ? stepsDone === chore.stepsTotal : ticked.done
    const pending = done && !chore.completed && waits(chore, chore.memberId)
    const completed = done && !pending
    result = {
      ...result,
      chores: result.chores.map((one) => (one === chore ? { ...one, completed, pending, stepsDone } : one)),
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

/** The number of finished steps after a tick. The board counts them only: a first tick turns what was the opposite. */
function stepsAfter(tick: StepTick, chore: BoardChore, known: Map<string, boolean>): number {
  const key = `${chore.id}/${chore.memberId}/${tick.stepId}`
  const before = known.get(key) ?? !tick.done
  known.set(key, tick.done)
  const count = (chore.stepsDone ?? 0) + Number(tick.done) - Number(before)
  return Math.max(0, Math.min(count, chore.stepsTotal ?? 0))
}
