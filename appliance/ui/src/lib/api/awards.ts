import { send } from '../http/client'
import type { Awarded, AwardRemoved, AwardRequest } from './types'

/** Gives members points, or takes them. Admin. */
export const award = (request: AwardRequest) => send<Awarded>('POST', '/api/points/awards', request)
export const removeAward = (id: string) => send<AwardRemoved>('DELETE', `/api/points/awards/${id}`)
