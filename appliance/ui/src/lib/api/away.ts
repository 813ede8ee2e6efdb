import { resource } from '../http/resource.svelte'
import { send } from '../http/client'
import type { AwayRange, AwayRequest } from './types'

/** The days on which members, or the whole household, are away; the latest first. */
export const awayRanges = resource<AwayRange[]>('/api/away')

export const addAway = (request: AwayRequest) => send<AwayRange>('POST', '/api/away', request)
export const changeAway = (id: string, request: AwayRequest) => send<AwayRange>('PATCH', `/api/away/${id}`, request)
export const removeAway = (id: string) => send('DELETE', `/api/away/${id}`)
