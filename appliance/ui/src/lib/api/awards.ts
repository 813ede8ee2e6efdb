import { send } from '../http/client'
import type { AwardRequest } from './types'

/** Gives members points, or takes them. Admin. */
export const award = (request: AwardRequest) => send('POST', '/api/points/awards', request)
export const removeAward = (id: string) => send('DELETE', `/api/points/awards/${id}`)
