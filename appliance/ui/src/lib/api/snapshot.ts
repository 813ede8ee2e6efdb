import { changedParts } from '../changes/changed'
import { choresOfSnapshot } from '../changes/chores'
import { eventsAfter } from '../changes/events'
import { itemsAfter } from '../changes/items'
import type { Project } from '../changes/outbox.svelte'
import { resource } from '../http/resource.svelte'
import type { Range, Snapshot } from './types'

const afterCommand: Project<Snapshot> = (snapshot, command, at) =>
  changedParts(snapshot, {
    chores: choresOfSnapshot(snapshot, command, at),
    events: eventsAfter(snapshot.events, command),
    items: itemsAfter(snapshot.items, command),
  })

/** One member's overview of today, or of the seven days from today. */
export const snapshotOf = (memberId: string, range: Range) =>
  resource('/api/snapshot', { member: memberId, range }, { project: afterCommand })
