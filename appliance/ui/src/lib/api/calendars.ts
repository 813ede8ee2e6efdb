import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Calendar, CalendarPatch, CalendarRequest } from './types'

/** All calendars, by name. */
export const calendars = resource('/api/calendars')

export function calendarOf(id: string | null | undefined): Calendar | undefined {
  return calendars.value?.find((calendar) => calendar.id === id)
}

export const addCalendar = (request: CalendarRequest) => send('POST', '/api/calendars', request)
export const changeCalendar = (id: string, request: CalendarPatch) => send('PATCH', `/api/calendars/${id}`, request)
export const removeCalendar = (id: string) => send('DELETE', `/api/calendars/${id}`)
export const syncCalendar = (id: string) => send('POST', `/api/calendars/${id}/sync`)
