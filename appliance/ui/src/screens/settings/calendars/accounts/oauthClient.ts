const GOOGLE_ID = /^[\w-]+\.apps\.googleusercontent\.com$/
const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a redirect reaches this device: providers allow plain http only for localhost. */
export function canRedirectBack(redirect: string, isLocalhost: boolean): boolean {
  const { protocol, hostname } = new URL(redirect)
  const here = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return here ? isLocalhost : protocol === 'https:'
}

/** Whether this looks like a client id of the provider. */
export function isClientId(kind: 'google' | 'microsoft', id: string): boolean {
  return (kind === 'google' ? GOOGLE_ID : GUID).test(id.trim())
}
