import { latestEntries } from '../api/notifications'
import { serverTime } from '../time/serverTime.svelte'
import { chime } from './sound'

/** A reminder that arrives later, after a lost connection, is no news. */
const FRESH_MS = 5 * 60_000
const KINDS = ['reminder', 'chore', 'message']
let started = false

/** Plays the chime for reminders and messages that come from now on. Calling it again does nothing. */
export function startReminderChime(): void {
  if (started) return
  started = true
  let newest: string | null = null
  $effect.root(() => {
    $effect(() => {
      const entries = latestEntries.value
      if (!entries) return
      const before = newest
      newest = entries[0]?.at ?? before ?? ''
      if (before === null) return
      const fresh = serverTime.now() - FRESH_MS
      if (entries.some(({ at, kind }) => at > before && Date.parse(at) > fresh && KINDS.includes(kind))) chime()
    })
  })
}
