import { callJson } from '$lib/http/client'
import type { Body, Method, Path } from '$lib/http/paths'
import { calendars } from '$lib/api/calendars'
import { members } from '$lib/api/members'
import { freeColor, initials } from '$lib/people'
import { type Role, roleAfter } from './roles'
import { wizard } from '$lib/wizard.svelte'
import type { Account, CalDavRequest, Calendar, CalendarRequest, Member } from '$lib/api/types'

/** Requests that need admin scope. During setup a wall uses the first admin key, which it does not store. */
export const request = <M extends Method, P extends Path<M>>(method: M, path: P, body?: Body<M, P>) =>
  callJson(method, path, body, wizard.adminKey)

/** Adds a member with a colour of their own and their initials. */
export async function addMember(name: string, others: readonly Member[]): Promise<void> {
  const color = freeColor(others.map((one) => one.color))
  await request('POST', '/api/members', { name, color, avatar: initials(name), role: roleAfter(others.length) })
  await members.refresh()
}

export async function giveRole(id: string, role: Role): Promise<void> {
  await request('PATCH', `/api/members/${id}`, { role })
  await members.refresh()
}

export async function deleteMember(id: string): Promise<void> {
  await request('DELETE', `/api/members/${id}`)
  await members.refresh()
}

export async function saveCalendar(id: string | null, sent: CalendarRequest): Promise<Calendar> {
  const { kind: _, url, ...change } = sent
  const made = await (id
    ? request('PATCH', `/api/calendars/${id}`, { ...change, url: url ?? undefined })
    : request('POST', '/api/calendars', sent))
  await calendars.refresh()
  return made
}

export async function deleteCalendar(id: string): Promise<void> {
  await request('DELETE', `/api/calendars/${id}`)
  await calendars.refresh()
}

/** Syncs a calendar. Returns the number of events. */
export async function syncCalendar(id: string): Promise<number> {
  return (await request('POST', `/api/calendars/${id}/sync`)).count
}

/** What a connection brought: its calendars, and the number of their events. */
export interface Connected {
  name: string
  count: number
  calendarIds: string[]
}

/** A colour that no person and no other calendar has. */
export function calendarColor(wanted?: string | null): string {
  const taken = [...(members.value ?? []), ...(calendars.value ?? [])].map((one) => one.color)
  const free = wanted && !taken.some((one) => one?.toLowerCase() === wanted.toLowerCase())
  return free ? wanted : freeColor(taken)
}

/** Says whose calendars these are; for everybody where nobody is named. */
export async function giveCalendars(ids: readonly string[], memberIds: string[]): Promise<void> {
  for (const id of ids) await request('PATCH', `/api/calendars/${id}`, { memberIds })
  await calendars.refresh()
}

/** Connects an account and shows all its calendars. */
export async function connectAccount(sent: CalDavRequest): Promise<Connected> {
  const account = await request('POST', '/api/accounts/caldav', sent)
  try {
    return await addCalendarsOf(account)
  } catch (failure) {
    // A second attempt starts from nothing.
    await request('DELETE', `/api/accounts/${account.id}`).catch(() => {})
    throw failure
  } finally {
    await calendars.refresh()
  }
}

/** The accounts without a calendar here: a provider's page has just returned from connecting them. */
export async function accountsWithoutCalendars(): Promise<Account[]> {
  await calendars.refresh()
  const used = new Set(calendars.value?.map(({ accountId }) => accountId))
  return (await request('GET', '/api/accounts')).filter(({ id }) => !used.has(id))
}

/** Shows all calendars of an account. */
export async function addCalendarsOf({ id, kind, name }: Account): Promise<Connected> {
  const offered = await request('GET', `/api/accounts/${id}/remote-calendars`)
  const added: Connected = { name, count: 0, calendarIds: [] }
  for (const { remoteId, name: title, color, writable } of offered) {
    const shown = { kind, accountId: id, remoteId, name: title, color: calendarColor(color), writable }
    const calendar = await request('POST', '/api/calendars', shown)
    added.calendarIds.push(calendar.id)
    added.count += await syncCalendar(calendar.id)
    await calendars.refresh()
  }
  return added
}
