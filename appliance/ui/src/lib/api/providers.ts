import { send } from '../http/client'
import { resource } from '../http/resource.svelte'

/** Providers that require a registered OAuth client. */
export type OAuthProvider = 'google' | 'microsoft'

export interface OAuthClient {
  configured: boolean
  source: 'env' | 'ui' | null
  secretSet: boolean
  clientId?: string
  tenant?: string
}

export interface Providers {
  publicUrl: { value?: string; source: 'env' | 'ui' | null }
  redirectUris: Record<OAuthProvider, string>
  google: OAuthClient
  microsoft: OAuthClient
}

export interface OAuthClientRequest {
  clientId: string
  clientSecret?: string
  tenant?: string
}

/** The OAuth clients for Google and Microsoft. Admin. */
export const providers = resource<Providers>('/api/providers')

export const saveOAuthClient = (kind: OAuthProvider, request: OAuthClientRequest) =>
  send<OAuthClient>('PUT', `/api/providers/${kind}`, request)
/** Accounts stay and wait until a client is configured again. Rejected when the environment configures it. */
export const removeOAuthClient = (kind: OAuthProvider) => send('DELETE', `/api/providers/${kind}`)
export const savePublicUrl = (value: string) =>
  send<{ value: string; warning?: string }>('PUT', '/api/providers/public-url', { value })

/**
 * Opens the provider's consent page, which redirects back here. The address contains only a key that is valid for one
 * minute.
 */
export async function startOAuth(kind: OAuthProvider, accountId?: string): Promise<void> {
  const { key } = await send<{ key: string }>('POST', '/api/keys/navigation')
  location.assign(
    `/api/oauth/${kind}/start?${new URLSearchParams({ key, ...(accountId ? { account: accountId } : {}) })}`,
  )
}
