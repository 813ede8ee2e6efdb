import { read, send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { AccessScope, Claim, Key, Me, NewKey, SetupState } from './types'

export const me = resource<Me>('/api/me')
export const keys = resource<Key[]>('/api/keys')

/** Whether this device's key has admin scope. */
export function isAdmin(): boolean {
  return me.value?.scope === 'admin'
}

/** Looks up the owner of a key that is not stored on this device yet; 401 for an unknown key. */
export const tryKey = (key: string) => read<Me>('/api/me', key.trim())

export const setupState = () => read<SetupState>('/api/setup')
export const claim = (code: string, deviceRole: AccessScope, deviceName: string) =>
  send<Claim>('POST', '/api/setup/claim', { code: code.replace(/\s/g, ''), deviceRole, deviceName })

/** The key itself is only in this response. */
export const addKey = (name: string, scope: AccessScope) => send<NewKey>('POST', '/api/keys', { name, scope })
export const removeKey = (id: string) => send('DELETE', `/api/keys/${id}`)
