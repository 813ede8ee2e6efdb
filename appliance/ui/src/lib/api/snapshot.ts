import { tickWaits } from './approvals'
import type { Change } from '../outbox/outbox.svelte'
import { isTickOf, tickOf } from './choreTicks'
import { stepTickOf, type StepTick } from './stepTicks'
import { resource } from '../http/resource.svelte'
import type { DatedChore, Range } from './types'

/** One member's overview of today, or of the seven days from today. */
export const snapshotOf = (memberId: string, range: Range) => resource('/api/snapshot', { member: memberId, range })

/** Whether a tick that is credited to a member waits for a parent's yes. */
type Waits = (chore: DatedChore, memberId: string | null) => boolean
const waitsHere: Waits = ({ needsApproval = null }, memberId) => tickWaits({ needsApproval }, memberId)

/** Applies the ticks that a response requested at `asOf` cannot contain. */
export function choresWithTicks(
  chores: DatedChore[],
  changes: readonly Change[],
  asOf: number,
  memberId: string | null = null,
  waits = waitsHere,
): DatedChore[] {
  let shown = chores
  for (const change of changes) {
    if (change.sentAt !== undefined && change.sentAt <= asOf) continue
    const step = stepTickOf(change)
    const ticked = tickOf(change)
    shown = shown.map((chore) => {
      if (chore.date !== (step ?? ticked)?.day) return chore
      if (step) return withStep(chore, step, memberId, waits)
      return ticked && isTickOf(ticked, chore, memberId) ? withTick(chore, ticked.done, memberId, waits) : chore
    })
  }
  return shown
}

function withStep(chore: DatedChore, tick: StepTick, memberId: string | null, waits: Waits): DatedChore {
  if (!chore.steps || !isTickOf(tick, chore, memberId)) return chore
  const steps = chore.steps.map((step) => (step.id === tick.stepId ? { ...step, done: tick.done } : step))
  const all = steps.every((step) => step.done)
  return { ...withTick(chore, all, memberId, waits), steps }
}

function withTick(chore: DatedChore, ticked: boolean, memberId: string | null, waits: Waits): DatedChore {
  const pending = ticked && !chore.done && waits(chore, memberId)
  return { ...chore, done: ticked && !pending, pending }
}
