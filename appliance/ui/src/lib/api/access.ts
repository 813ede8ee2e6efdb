import { callJson, read, send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { AccessScope } from './types'

export const me = resource('/api/me')
export const keys = resource('/api/keys')

/** Whether this device's key has admin scope. */
export function isAdmin(): boolean {
  return me.value?.scope === 'admin'
}

/** Looks up the owner of a key that is not stored on this device yet; 401 for an unknown key. */
export const tryKey = (key: string) => callJson('GET', '/api/me', undefined, key.trim())

export const setupState = () => read('/api/setup')
export const claim = (code: string, deviceRole: AccessScope, deviceName: string) =>
  send('POST', '/api/setup/claim', { code: code.replace(/\s/g, ''), deviceRole, deviceName })

/** The key itself is only in this response. */
export const addKey = (name: string, scope: AccessScope) => send('POST', '/api/keys', { name, scope })
export const removeKey = (id: string) => send('DELETE', `/api/keys/${id}`)
