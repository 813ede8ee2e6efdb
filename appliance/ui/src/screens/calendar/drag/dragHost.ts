import { toast } from '$kit/overlays/toast.svelte'
import { t } from '$lib/i18n/translate'
import type { Placed } from '../layout/placed'

/** What the drags of a calendar view need. */
export interface DragHost {
  /** The event drawn with a key, see `keyOf`. */
  find(key: string): Placed | undefined
  /** Opens the form for a new event; times are YYYY-MM-DDTHH:MM. */
  create(times: { at: string; until: string }): void
}

/** Says why an event does not move. */
export function explainReadOnly({ event }: Placed): void {
  toast(t('calendar.drag.readOnly', { title: event.title }))
}
