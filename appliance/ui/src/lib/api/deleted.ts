import { read, send } from '../http/client'

/** A page of what was deleted, newest first. */
export const deletedPage = (before?: string) => read('/api/deleted', { before })

export const restoreDeleted = (id: string) => send('POST', `/api/deleted/${id}/restore`)
