import { callJson, read, send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { AccessScope, AppRequest } from './types'

/** The query with which the program opened this page. */
export type AuthorizationQuery = Record<string, string>

export const apps = resource('/api/authorizations')
export const disconnectApp = (id: string) => send('DELETE', `/api/authorizations/${id}`)

export function readAppRequest({
  client_id = '',
  redirect_uri = '',
  scope = '',
}: AuthorizationQuery): Promise<AppRequest> {
  return read('/api/authorizations/request', { client_id, redirect_uri, scope })
}

/** Sends a parent's decision; null denies. Returns the address to open next. */
export async function answerAppRequest(question: AuthorizationQuery, scope: AccessScope | null): Promise<string> {
  const { client_id = '', redirect_uri = '', code_challenge = '', code_challenge_method, state } = question
  const decision = scope ? 'approve' : 'deny'
  const request = {
    decision,
    client_id,
    redirect_uri,
    code_challenge,
    // The server answers any other method with an error.
    code_challenge_method: code_challenge_method as 'S256',
    state,
    scope: scope ?? 'display',
  }
  return (await callJson('POST', '/api/authorizations/approve', request)).redirect
}
