import { resource } from '../http/resource.svelte'
import { send } from '../http/client'
import type { AwayRequest } from './types'

/** The days on which members, or the whole household, are away; the latest first. */
export const awayRanges = resource('/api/away')

export const addAway = (request: AwayRequest) => send('POST', '/api/away', request)
export const changeAway = (id: string, request: AwayRequest) => send('PATCH', `/api/away/${id}`, request)
export const removeAway = (id: string) => send('DELETE', `/api/away/${id}`)
