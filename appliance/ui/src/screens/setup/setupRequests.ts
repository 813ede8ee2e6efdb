import { callJson } from '$lib/http/client'
import type { Body, Method, Path } from '$lib/http/paths'
import { calendars } from '$lib/api/calendars'
import { members } from '$lib/api/members'
import { freeColor, initials } from '$lib/people'
import { wizard } from '$lib/wizard.svelte'
import type { Account, CalDavRequest, Calendar, CalendarRequest, Member } from '$lib/api/types'

/** Requests that need admin scope. During setup a wall uses the first admin key, which it does not store. */
export const request = <M extends Method, P extends Path<M>>(method: M, path: P, body?: Body<M, P>) =>
  callJson(method, path, body, wizard.adminKey)

/** Adds a member with a colour of their own and their initials. */
export async function addMember(name: string, others: readonly Member[]): Promise<void> {
  const color = freeColor(others.map((one) => one.color))
  await request('POST', '/api/members', { name, color, avatar: initials(name) })
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

/** Connects an account and shows all its calendars. Returns the number of events. */
export async function connectAccount(sent: CalDavRequest): Promise<number> {
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

async function addCalendarsOf({ id, kind }: Account): Promise<number> {
  const offered = await request('GET', `/api/accounts/${id}/remote-calendars`)
  const colors = (calendars.value ?? []).map((one) => one.color)
  let count = 0
  for (const { remoteId, name, color, writable } of offered) {
    const own = color ?? freeColor(colors)
    colors.push(own)
    const shown = { kind, accountId: id, remoteId, name, color: own, writable }
    count += await syncCalendar((await request('POST', '/api/calendars', shown)).id)
  }
  return count
}
