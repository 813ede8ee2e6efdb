import { isAdmin } from './access'
import { callJson, send } from '../http/client'
import type { Body, Path } from '../http/paths'
import { resource } from '../http/resource.svelte'
import { session } from '../http/session.svelte'
import type { Pairing, PairingApproval, PairingRequest } from './types'

export const passkeys = resource('/api/passkeys')
export const recoveryCodes = resource('/api/recovery-codes')

export const beginPairing = (request: PairingRequest) => post('/api/pair', request)
export const pollPairing = ({ pairingId, pollToken }: Pairing) => post('/api/pair/poll', { pairingId, pollToken })
/** `adminKey` replaces this device's key: a wall uses the first admin key during setup. */
export const approvePairing = (approval: PairingApproval, adminKey?: string) =>
  adminKey ? callJson('POST', '/api/pair/approve', approval, adminKey) : send('POST', '/api/pair/approve', approval)

export const renamePasskey = (id: string, name: string) => send('PATCH', `/api/passkeys/${id}`, { name })
export const removePasskey = (id: string) => send('DELETE', `/api/passkeys/${id}`)

/** The codes are only in this response; all older codes become invalid. */
export const makeRecoveryCodes = () => send('POST', '/api/recovery-codes')
export const useRecoveryCode = (code: string) => post('/api/recovery/login', { code })

/** Ends a session on the server; a permanent key stays valid. */
export const endSession = (key: string) => callJson('POST', '/api/sessions/logout', undefined, key)

/** Signs this device out. Throws when the server was not reached; the key is removed from this device anyway. */
export async function signOut(): Promise<void> {
  const ending = session.key && isAdmin() ? endSession(session.key) : null
  try {
    await ending
  } finally {
    await session.signOut()
  }
}

/** Like `send`, but without refreshing the screen: a waiting device polls every few seconds. */
const post = <P extends Path<'POST'>>(path: P, body?: Body<'POST', P>) => callJson('POST', path, body)
