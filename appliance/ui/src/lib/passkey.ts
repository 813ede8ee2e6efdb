import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError, callJson, send } from './http/client'
import { endSession } from './api/signIn'
import { formErrorOf } from './errors/apiError'
import { t } from './i18n/translate'
import type { SignedIn } from './api/types'

/** Why this browser cannot use passkeys here; null when it can. */
export function passkeyObstacle(): string | null {
  if (!isSecureContext) return t('passkey.insecure')
  return 'PublicKeyCredential' in globalThis ? null : t('passkey.unsupported')
}

/** A challenge of the server that a passkey of this device has signed. */
export async function signedChallenge() {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options = await callJson('POST', '/api/passkeys/login/options')
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
}

/** Signs in with a passkey. Use `passkeyErrorText` for what it throws. */
export async function signInByPasskey(): Promise<SignedIn> {
  return callJson('POST', '/api/passkeys/login/verify', { response: await signedChallenge() })
}

/** Creates a passkey on this device; needs an admin key. Use `passkeyErrorText` for what it throws. */
export async function makePasskey(name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const options = await callJson('POST', '/api/passkeys/register/options', {})
  const response = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  const made = await send('POST', '/api/passkeys/register/verify', { name, response })
  // This device is signed in already; end the second session.
  await endSession(made.session.key).catch(() => {})
}

/** Error text for a failed passkey operation. */
export function passkeyErrorText(failure: unknown): string {
  const name = failure instanceof Error ? failure.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return t('passkey.given')
  if (name === 'InvalidStateError') return t('passkey.there')
  if (failure instanceof ApiError && failure.status === 429) return t('signIn.tooMany')
  return formErrorOf(failure).text
}
