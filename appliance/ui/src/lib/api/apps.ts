import { type AccessScope } from './access'
import { callText, read, send } from '../http/client'
import { resource } from '../http/resource.svelte'

/** A program that a parent has let in. */
export interface App {
  id: string
  clientName: string
  scope: AccessScope
  approvedBy: string | null
  createdAt: string
  lastUsedAt: string | null
}

/** A program that wants in. */
export interface AppRequest {
  clientName: string
  /** Where the answer goes. */
  redirectHost: string
  requestedScope: AccessScope
}

/** The query the program has sent the browser here with. */
export type AuthorizationQuery = Record<string, string>

export const apps = resource<App[]>('/api/authorizations')
export const disconnectApp = (id: string) => send('DELETE', `/api/authorizations/${id}`)

export function readAppRequest({
  client_id = '',
  redirect_uri = '',
  scope = '',
}: AuthorizationQuery): Promise<AppRequest> {
  return read<AppRequest>(`/api/authorizations/request?${new URLSearchParams({ client_id, redirect_uri, scope })}`)
}

/** A parent's answer; where the browser goes with it. No scope is no. */
export async function answerAppRequest(question: AuthorizationQuery, scope: AccessScope | null): Promise<string> {
  const { client_id, redirect_uri, code_challenge = '', code_challenge_method, state } = question
  const decision = scope ? 'approve' : 'deny'
  const request = {
    decision,
    client_id,
    redirect_uri,
    code_challenge,
    code_challenge_method,
    state,
    scope: scope ?? 'display',
  }
  return (JSON.parse(await callText('POST', '/api/authorizations/approve', request)) as { redirect: string }).redirect
}
