import { read, send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { CalDavRequest } from './types'

/** Oldest first. Admin. */
export const accounts = resource('/api/accounts')

export const connectCalDav = (request: CalDavRequest) => send('POST', '/api/accounts/caldav', request)
/** The server tries the new password first. */
export const changePassword = (id: string, password: string) => send('PATCH', `/api/accounts/${id}`, { password })
export const removeAccount = (id: string) => send('DELETE', `/api/accounts/${id}`)

/** Asks the provider, which may take a while. Admin. */
export const remoteCalendarsOf = (id: string) => read(`/api/accounts/${id}/remote-calendars`)
