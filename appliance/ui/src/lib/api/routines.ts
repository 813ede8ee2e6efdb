import { outbox } from '../outbox/outbox.svelte'
import { t } from '../i18n/translate'
import type { Day } from '../time/dates'
import type { DayChore } from './types'

type Routine = Pick<DayChore, 'id' | 'title'>

/** Ticks a step through the outbox; the last one completes the chore. `by` says whose copy, or who did it. */
export function tickStep(chore: Routine, stepId: string, day: Day, by: string | null): void {
  const body = by ? { date: day, memberId: by } : { date: day }
  void outbox.enqueue('POST', `/api/chores/${chore.id}/steps/${stepId}/complete`, body, {
    words: t('routine.doing.tick', { title: chore.title }),
  })
}

export function untickStep(chore: Routine, stepId: string, day: Day, by: string | null): void {
  const whose = by ? `&memberId=${by}` : ''
  void outbox.enqueue('DELETE', `/api/chores/${chore.id}/steps/${stepId}/complete?date=${day}${whose}`, undefined, {
    words: t('routine.doing.untick', { title: chore.title }),
  })
}
