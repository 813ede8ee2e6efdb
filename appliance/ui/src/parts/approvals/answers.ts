import { send } from '$lib/http/client'
import type { WaitingChore } from '$lib/lock/answering.svelte'
import type { Day } from '$lib/time/dates'

/** A parent's yes to a tick that waits, with a word for the child. */
export const approveTick = (chore: WaitingChore, day: Day, note: string | null) =>
  send('POST', `/api/chores/${chore.id}/approve`, { ...tickOf(chore, day), note })

/** A parent's no, with a word for the child. */
export const rejectTick = (chore: WaitingChore, day: Day, note: string | null) =>
  send('POST', `/api/chores/${chore.id}/reject`, { ...tickOf(chore, day), note })

const tickOf = (chore: WaitingChore, day: Day) => ({
  date: chore.overdueSince ?? day,
  memberId: (chore.share === 'each' && chore.memberId) || undefined,
  dayPart: (chore.dayParts?.length && chore.dayPart) || undefined,
})
