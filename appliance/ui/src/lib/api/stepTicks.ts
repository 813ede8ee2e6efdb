import { isTickOf } from './choreTicks'
import type { Day } from '../time/dates'
import type { Change } from '../outbox/outbox.svelte'
import type { DayChore } from './types'

export interface StepTick {
  id: string
  stepId: string
  day: Day
  done: boolean
  by: string | null
}

/** The step of a routine that a change ticks or opens; null for other changes. */
export function stepTickOf(change: Pick<Change, 'method' | 'path' | 'body'>): StepTick | null {
  const [, id, stepId, query] = /^\/api\/chores\/([^/]+)\/steps\/([^/]+)\/complete(?:\?(.+))?$/.exec(change.path) ?? []
  if (!id || !stepId) return null
  if (change.method === 'DELETE') {
    const values = new URLSearchParams(query)
    return { id, stepId, day: values.get('date') ?? '', done: false, by: values.get('memberId') }
  }
  const body = change.body as { date: Day; memberId?: string }
  return { id, stepId, day: body.date, done: true, by: body.memberId ?? null }
}

/** A chore after a change to one of its steps; the same chore when the change is not about it. */
export function withStep(chore: DayChore, change: Change, waits: (memberId: string | null) => boolean): DayChore {
  const tick = stepTickOf(change)
  if (!tick || !chore.steps || !isTickOf(tick, chore)) return chore
  const steps = chore.steps.map((step) => (step.id === tick.stepId ? { ...step, done: tick.done } : step))
  const done = steps.every((step) => step.done)
  const by = tick.by ?? chore.memberId
  const pending = done && !chore.completed && waits(by)
  return {
    ...chore,
    steps,
    pending,
    completed: done && !pending,
    completedAt: done ? (chore.completedAt ?? new Date(change.at).toISOString()) : null,
    completedBy: done ? by : null,
  }
}
