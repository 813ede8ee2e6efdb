import { send } from '../http/client'
import { resource } from '../http/resource.svelte'

/** The version, a newer release, and what is done now. Admin, and the wall of this machine. */
export const updates = resource('/api/updates')

export const checkUpdates = () => send('POST', '/api/updates/check')
export const installUpdate = () => send('POST', '/api/updates/install')
export const postponeUpdate = () => send('POST', '/api/updates/postpone')
export const changeUpdates = (patch: { automatic?: boolean; hour?: number }) => send('PATCH', '/api/updates', patch)
