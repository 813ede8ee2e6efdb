import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { FeedRequest } from './types'

/** The subscription addresses of this household, without the addresses themselves. Admin. */
export const feeds = resource('/api/feeds')

/** The address is only in this response. */
export const addFeed = (request: FeedRequest) => send('POST', '/api/feeds', request)
export const removeFeed = (id: string) => send('DELETE', `/api/feeds/${id}`)
