import { toastFailure } from '$kit/overlays/attempt'
import { calendarOf } from '$lib/api/calendars'
import { changeEvent, keyOf } from '$lib/api/events'
import { zone } from '$lib/api/settings'
import { ApiError } from '$lib/http/client'
import { connection } from '$lib/http/connection.svelte'
import { t } from '$lib/i18n/translate'
import { toastEventWrite, toastWaitingWrite } from '$parts/undoToast'
import { isRecurring } from '$parts/events/appearance'
import { askApply } from '../sheet/askApply'
import { changeRequest, ruleFollows } from './changeRequest'
import { withPendingTimes } from './pending'
import { pendingTimes } from './pendingTimes.svelte'
import type { WallSpan } from './wallTime'
import { whenText } from './words'
import type { Apply, EventInstance } from '$lib/api/types'

export type How = 'move' | 'resize'

/** Draws other events than those of the last response, until a newer response arrives. */
export interface Drawing {
  patch(change: (events: EventInstance[]) => EventInstance[]): void
  refresh(): void
}

/**
 * Gives an event a new time: drawn at once, asked for when it repeats, and taken back with a message when the server
 * rejects it. Resolves to the key of the changed event, or null when nothing changed.
 */
export async function changeTimes(
  event: EventInstance,
  span: WallSpan,
  how: How,
  drawing: Drawing,
): Promise<string | null> {
  const drop = pendingTimes.add((events) => withPendingTimes(events, [{ event, span, apply: 'this' }], zone()))
  const words = t('calendar.drag.doing', { title: event.title })
  try {
    const apply = await askDates(event, span)
    if (!apply) return null
    const kind = calendarOf(event.calendarId)?.kind ?? 'local'
    const request = changeRequest(event, span, { kind, zone: zone(), apply })
    const text = changedText(event, span, how, apply)
    // A change of one event can be repeated, so that it may wait until the server is reached.
    const canWait = kind === 'local' && !isRecurring(event)
    const waits = canWait && !connection.reached
    const sending = waits ? null : changeEvent(event.id, request)
    // Responses that arrive while the change is on its way do not replace what is patched.
    if (sending) drawing.patch((events) => withPendingTimes(events, [{ event, span, apply }], zone()))
    if (sending) drop()
    const written = await unlessOffline(sending, canWait)
    if (written) {
      toastEventWrite(text, written.undo)
      return keyOf(written.answer)
    }
    const { start, end } = event
    const queued = toastWaitingWrite(text, words, event.id, request)
    // From here on the outbox draws it.
    drawing.patch((events) => events.map((one) => (one.id === event.id ? { ...one, start, end } : one)))
    await queued
    return keyOf({ ...event, start: request.start ?? event.start })
  } catch (failure) {
    drawing.refresh()
    toastFailure(failure, words)
    return null
  } finally {
    drop()
  }
}

/** The answer of a write; null when it was not sent, or when the server is not reached and the change can wait. */
async function unlessOffline<T>(sending: Promise<T> | null, canWait: boolean): Promise<T | null> {
  try {
    return await sending
  } catch (failure) {
    if (canWait && failure instanceof ApiError && failure.offline) return null
    throw failure
  }
}

/** The dates of a series to change; `all` for a single event. A rule that cannot follow moves this date only. */
async function askDates(event: EventInstance, span: WallSpan): Promise<Apply | null> {
  if (!ruleFollows(event, span, zone())) return 'this'
  return askApply(event, 'change', { times: true })
}

function changedText(event: EventInstance, span: WallSpan, how: How, apply: Apply): string {
  const values = { title: event.title, when: whenText(span, event.allDay) }
  if (isRecurring(event) && apply === 'following') return t('calendar.drag.movedFollowing', values)
  if (isRecurring(event) && apply === 'all') return t('calendar.drag.movedAll', values)
  return t(how === 'resize' ? 'calendar.drag.resized' : 'calendar.drag.moved', values)
}
