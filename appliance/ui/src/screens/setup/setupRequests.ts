import { callJson } from '$lib/http/client'
import { calendars } from '$lib/api/calendars'
import { members } from '$lib/api/members'
import { wizard } from '$lib/wizard.svelte'
import type { Calendar, CalendarRequest, Member, MemberRequest } from '$lib/api/types'

/** Requests that need admin scope. During setup a wall uses the first admin key, which it does not store. */
const write = <T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  callJson<T>(method, path, body, wizard.progress?.adminKey)

export async function saveMember(id: string | null, request: MemberRequest): Promise<void> {
  await (id ? write<Member>('PATCH', `/api/members/${id}`, request) : write<Member>('POST', '/api/members', request))
  await members.refresh()
}

export async function deleteMember(id: string): Promise<void> {
  await write('DELETE', `/api/members/${id}`)
  await members.refresh()
}

export async function saveCalendar(id: string | null, request: CalendarRequest): Promise<Calendar> {
  const { kind: _, ...change } = request
  const made = await (id
    ? write<Calendar>('PATCH', `/api/calendars/${id}`, change)
    : write<Calendar>('POST', '/api/calendars', request))
  await calendars.refresh()
  return made
}

export async function deleteCalendar(id: string): Promise<void> {
  await write('DELETE', `/api/calendars/${id}`)
  await calendars.refresh()
}

/** Syncs a feed. Returns the number of events. */
export async function syncFeed(id: string): Promise<number> {
  return (await write<{ count: number }>('POST', `/api/calendars/${id}/sync`)).count
}
