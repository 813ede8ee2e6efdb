import { mount, unmount } from 'svelte'
import { calendarOf } from '$lib/api/calendars'
import { zone } from '$lib/api/settings'
import { onReset } from '$lib/device/idle'
import { spanOf } from '$lib/time/dates'
import { formatDay } from '$lib/time/formats'
import { applyChoices, type Changes } from './seriesDates'
import type { Apply, EventInstance } from '$lib/api/types'

/**
 * Asks which dates of a series a change or deletion applies to. Resolves at once when there is nothing to choose
 * (`all` for an event that does not repeat); null when the person cancels.
 */
export async function askApply(
  event: EventInstance,
  task: 'change' | 'delete',
  changes: Changes = {},
): Promise<Apply | null> {
  const calendar = calendarOf(event.calendarId)
  const choices = applyChoices(event, calendar?.kind ?? 'local', changes)
  if (choices.length < 2) return choices[0] ?? 'all'
  const { default: ApplyDialog } = await import('./ApplyDialog.svelte')
  return new Promise((resolve) => {
    const choose = (apply: Apply | null) => {
      stop()
      void unmount(dialog)
      resolve(apply)
    }
    // Nobody is left at the wall who could answer.
    const stop = onReset(() => choose(null))
    const dialog = mount(ApplyDialog, {
      target: document.body,
      props: {
        title: event.title,
        task,
        choices,
        day: shortDay(event),
        source: calendar && calendar.kind !== 'local' ? calendar.name : null,
        onchoose: choose,
      },
    })
  })
}

/** The first day of an occurrence: Mon 23 Nov. */
export function shortDay(event: EventInstance): string {
  return formatDay(spanOf(event, zone()).first, { weekday: 'short', day: 'numeric', month: 'short' })
}
