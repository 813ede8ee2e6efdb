import { toastFailure } from '$kit/overlays/attempt'
import { calendarOf } from '$lib/api/calendars'
import { keyOf, moveEvent } from '$lib/api/events'
import { zone } from '$lib/api/settings'
import { outbox } from '$lib/changes/outbox.svelte'
import { ApiError } from '$lib/http/client'
import { connection } from '$lib/http/connection.svelte'
import { t } from '$lib/i18n/translate'
import { toastChange, toastEventWrite } from '$parts/undoToast'
import { isRecurring } from '$parts/events/appearance'
import { askApply } from '../sheet/askApply'
import { changeRequest, ruleFollows } from './changeRequest'
import type { WallSpan } from '$lib/time/wallTime'
import { whenText } from './words'
import type { Apply, EventInstance } from '$lib/api/types'

export type How = 'move' | 'resize'

/**
 * Gives an event a new time: drawn at once, asked for when it repeats, and taken back with a message when the server
 * rejects it. Resolves to the key of the changed event, or null when nothing changed.
 */
export async function changeTimes(event: EventInstance, span: WallSpan, how: How): Promise<string | null> {
  const kind = calendarOf(event.calendarId)?.kind ?? 'local'
  const move = (apply: Apply) => moveEvent(event, span, changeRequest(event, span, { kind, zone: zone(), apply }))
  const endDrawing = outbox.draft(move('this'))
  const words = t('calendar.drag.doing', { title: event.title })
  try {
    const apply = await askDates(event, span)
    if (!apply) return null
    const command = move(apply)
    const text = changedText(event, span, how, apply)
    // A change of one event can be repeated, so that it may wait until the server is reached.
    const canWait = kind === 'local' && !isRecurring(event)
    const sending = canWait && !connection.reached ? null : outbox.send(command)
    // From here on the command is drawn.
    if (sending) endDrawing()
    const written = await unlessOffline(sending, canWait)
    if (written) {
      toastEventWrite(text, written.undo)
      return keyOf(written.answer as EventInstance)
    }
    toastChange(text, await outbox.add(command, words))
    return keyOf({ ...event, start: command.request.start ?? event.start })
  } catch (failure) {
    toastFailure(failure, words)
    return null
  } finally {
    endDrawing()
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
