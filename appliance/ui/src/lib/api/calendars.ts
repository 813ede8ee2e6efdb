import { send } from '../http/client'
import { resource } from '../http/resource.svelte'

export type CalendarKind = 'local' | 'ics' | 'google' | 'microsoft' | 'caldav'

export interface Calendar {
  id: string
  kind: CalendarKind
  accountId: string | null
  remoteId: string | null
  name: string
  color: string | null
  memberId: string | null
  memberIds: string[]
  categoryId: string | null
  writable: boolean
  enabled: boolean
  lastSyncedAt: string | null
  lastError: string | null
  needsReconnect: boolean
}

export interface CalendarRequest {
  kind: CalendarKind
  name: string
  color?: string | null
  memberIds?: string[]
  categoryId?: string | null
  accountId?: string
  remoteId?: string
  url?: string
  writable?: boolean
}

export type CalendarChange = Partial<Pick<CalendarRequest, 'name' | 'color' | 'memberIds' | 'categoryId' | 'url'>> & {
  enabled?: boolean
}

/** All calendars, by name. */
export const calendars = resource<Calendar[]>('/api/calendars')

export function calendarOf(id: string | null | undefined): Calendar | undefined {
  return calendars.value?.find((calendar) => calendar.id === id)
}

export const addCalendar = (request: CalendarRequest) => send<Calendar>('POST', '/api/calendars', request)
export const changeCalendar = (id: string, request: CalendarChange) =>
  send<Calendar>('PATCH', `/api/calendars/${id}`, request)
export const removeCalendar = (id: string) => send('DELETE', `/api/calendars/${id}`)
export const syncCalendar = (id: string) => send<{ ok: true; count: number }>('POST', `/api/calendars/${id}/sync`)
