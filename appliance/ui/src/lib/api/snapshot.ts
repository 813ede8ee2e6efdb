import type { Change } from '../outbox/outbox.svelte'
import { tickOf } from './chores'
import { resource } from '../http/resource.svelte'
import type { DatedChore, Range, Snapshot } from './types'

/** One member's overview of today, or of the seven days from today. */
export const snapshotOf = (memberId: string, range: Range) =>
  resource<Snapshot>(`/api/snapshot?member=${encodeURIComponent(memberId)}&range=${range}`)

/** Applies the ticks that a response requested at `asOf` cannot contain. */
export function choresWithTicks(chores: DatedChore[], changes: readonly Change[], asOf: number): DatedChore[] {
  let shown = chores
  for (const change of changes) {
    if (change.sentAt !== undefined && change.sentAt <= asOf) continue
    const ticked = tickOf(change)
    if (ticked)
      shown = shown.map((chore) =>
        chore.id === ticked.id && chore.date === ticked.day ? { ...chore, done: ticked.done } : chore,
      )
  }
  return shown
}
