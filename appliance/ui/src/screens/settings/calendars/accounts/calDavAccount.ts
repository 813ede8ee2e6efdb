import type { FormError } from '$lib/errors/apiError'
import { t } from '$lib/i18n/translate'
import type { CalDavRequest, OAuthProvider } from '$lib/api/types'

export type Server = 'icloud' | 'fastmail' | 'nextcloud' | 'another'
export type Provider = OAuthProvider | Server

/** Providers on offer, in display order. */
export const PROVIDERS: Provider[] = ['google', 'microsoft', 'icloud', 'fastmail', 'nextcloud', 'another']

export interface Draft {
  kind: Server
  server: string
  user: string
  password: string
  name: string
}

const SERVERS: Record<Server, string> = {
  icloud: 'https://caldav.icloud.com',
  fastmail: 'https://caldav.fastmail.com',
  nextcloud: '',
  another: '',
}

/** Whether the provider uses OAuth instead of a password. */
export const usesOAuth = (provider: Provider): provider is OAuthProvider =>
  provider === 'google' || provider === 'microsoft'

/** A new account; the server address is filled in where the provider has only one. */
export function blank(kind: Server = 'icloud'): Draft {
  const name = kind === 'another' ? '' : t(`accountSettings.${kind}`)
  return { kind, server: SERVERS[kind], user: '', password: '', name }
}

/** Whether this has the form of Apple's app-specific passwords. The password of the account itself is rejected by Apple. */
export const isAppPassword = (text: string) => /^[a-z]{4}(-?[a-z]{4}){3}$/i.test(text.replace(/\s/g, ''))

/** The first missing field, named as in the API. */
export function firstError(draft: Draft): FormError | null {
  if (!draft.server.trim()) return { field: 'serverUrl', text: t('common.addressMissing') }
  if (!draft.user.trim()) return { field: 'username', text: t('accountSettings.noUser') }
  if (!draft.password) return { field: 'password', text: t('accountSettings.noPassword') }
  if (draft.kind === 'icloud' && !isAppPassword(draft.password))
    return { field: 'password', text: t('accountSettings.notAppPassword') }
  if (!draft.name.trim()) return { field: 'name', text: t('common.nameMissing') }
  return null
}

/** The request body; an address without a scheme gets https. */
export function requestOf(draft: Draft): CalDavRequest {
  const server = draft.server.trim()
  return {
    name: draft.name.trim(),
    serverUrl: /^[a-z][a-z0-9+.-]*:\/\//i.test(server) ? server : `https://${server}`,
    username: draft.user.trim(),
    password: draft.password,
  }
}
