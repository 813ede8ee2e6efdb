import { send } from '../http/client'
import { resource } from '../http/resource.svelte'

/** The providers that want to know who asks before anybody can sign in. */
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

/** As whom Google and Microsoft know this Mantel. Admin. */
export const providers = resource<Providers>('/api/providers')

export const saveOAuthClient = (kind: OAuthProvider, request: OAuthClientRequest) =>
  send<OAuthClient>('PUT', `/api/providers/${kind}`, request)
/** Accounts stay, and wait until an app is entered again. Refused for what the environment says. */
export const removeOAuthClient = (kind: OAuthProvider) => send('DELETE', `/api/providers/${kind}`)
export const savePublicUrl = (value: string) =>
  send<{ value: string; warning?: string }>('PUT', '/api/providers/public-url', { value })

/** Leaves for the provider's own page, which sends the browser back here. Only a key of one minute is in the address. */
export async function startOAuth(kind: OAuthProvider, accountId?: string): Promise<void> {
  const { key } = await send<{ key: string }>('POST', '/api/keys/navigation')
  location.assign(
    `/api/oauth/${kind}/start?${new URLSearchParams({ key, ...(accountId ? { account: accountId } : {}) })}`,
  )
}
