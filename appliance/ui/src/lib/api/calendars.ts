import { patchedList } from '../changes/changed'
import { outbox } from '../changes/outbox.svelte'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Calendar, CalendarPatch, CalendarRequest } from './types'

/** All calendars, by name. */
export const calendars = resource('/api/calendars', undefined, {
  project: (all, command) =>
    command.kind === 'calendar.change' ? patchedList(all, command.calendarId, command.patch) : all,
})

export function calendarOf(id: string | null | undefined): Calendar | undefined {
  return calendars.value?.find((calendar) => calendar.id === id)
}

export const addCalendar = (request: CalendarRequest) => send('POST', '/api/calendars', request)
export const changeCalendar = async (calendarId: string, patch: CalendarPatch) =>
  (await outbox.send({ kind: 'calendar.change', calendarId, patch })).answer as Calendar
export const removeCalendar = (id: string) => send('DELETE', `/api/calendars/${id}`)
export const syncCalendar = (id: string) => send('POST', `/api/calendars/${id}/sync`)
