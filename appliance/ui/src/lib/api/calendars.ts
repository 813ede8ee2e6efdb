import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Calendar, CalendarPatch, CalendarRequest, SyncResult } from './types'

/** All calendars, by name. */
export const calendars = resource<Calendar[]>('/api/calendars')

export function calendarOf(id: string | null | undefined): Calendar | undefined {
  return calendars.value?.find((calendar) => calendar.id === id)
}

export const addCalendar = (request: CalendarRequest) => send<Calendar>('POST', '/api/calendars', request)
export const changeCalendar = (id: string, request: CalendarPatch) =>
  send<Calendar>('PATCH', `/api/calendars/${id}`, request)
export const removeCalendar = (id: string) => send('DELETE', `/api/calendars/${id}`)
export const syncCalendar = (id: string) => send<SyncResult>('POST', `/api/calendars/${id}/sync`)
