import { send } from '../http/client'
import { resource } from '../http/resource.svelte'

/** The providers that want to know who asks before anybody can sign in. */
export type Hosted = 'google' | 'microsoft'

export interface ProviderApp {
  configured: boolean
  source: 'env' | 'ui' | null
  secretSet: boolean
  clientId?: string
  tenant?: string
}

export interface Providers {
  publicUrl: { value?: string; source: 'env' | 'ui' | null }
  redirectUris: Record<Hosted, string>
  google: ProviderApp
  microsoft: ProviderApp
}

export interface AppWish {
  clientId: string
  clientSecret?: string
  tenant?: string
}

/** As whom Google and Microsoft know this Mantel. Admin. */
export const providers = resource<Providers>('/api/providers')

export const enterApp = (kind: Hosted, wish: AppWish) => send<ProviderApp>('PUT', `/api/providers/${kind}`, wish)
/** Accounts stay, and wait until an app is entered again. Refused for what the environment says. */
export const forgetApp = (kind: Hosted) => send('DELETE', `/api/providers/${kind}`)
export const enterPublicUrl = (value: string) =>
  send<{ value: string; warning?: string }>('PUT', '/api/providers/public-url', { value })

/** Leaves for the provider's own page, which sends the browser back here. Only a key of one minute is in the address. */
export async function giveConsent(kind: Hosted, accountId?: string): Promise<void> {
  const { key } = await send<{ key: string }>('POST', '/api/keys/navigation')
  location.assign(
    `/api/oauth/${kind}/start?${new URLSearchParams({ key, ...(accountId ? { account: accountId } : {}) })}`,
  )
}
