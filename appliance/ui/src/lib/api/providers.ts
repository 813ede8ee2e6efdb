import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { OAuthClientRequest, OAuthProvider } from './types'

/** The OAuth clients for Google and Microsoft. Admin. */
export const providers = resource('/api/providers')

export const saveOAuthClient = (kind: OAuthProvider, request: OAuthClientRequest) =>
  send('PUT', `/api/providers/${kind as string}`, request)
/** Accounts stay and wait until a client is configured again. Rejected when the environment configures it. */
export const removeOAuthClient = (kind: OAuthProvider) => send('DELETE', `/api/providers/${kind}`)
export const savePublicUrl = (value: string) => send('PUT', '/api/providers/public-url', { value })

/**
 * Opens the provider's consent page, which redirects back here. The address contains only a key that is valid for one
 * minute.
 */
export async function startOAuth(kind: OAuthProvider, accountId?: string): Promise<void> {
  const { key } = await send('POST', '/api/keys/navigation')
  location.assign(
    `/api/oauth/${kind}/start?${new URLSearchParams({ key, ...(accountId ? { account: accountId } : {}) })}`,
  )
}
