const GOOGLE_ID = /^[\w-]+\.apps\.googleusercontent\.com$/
const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a browser on this device finds its way back: providers send nobody to plain http, but for the device itself. */
export function canRedirectBack(redirect: string, isLocalhost: boolean): boolean {
  const { protocol, hostname } = new URL(redirect)
  const here = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return here ? isLocalhost : protocol === 'https:'
}

/** Whether a client id looks like one of a provider's. */
export function isClientId(kind: 'google' | 'microsoft', id: string): boolean {
  return (kind === 'google' ? GOOGLE_ID : GUID).test(id.trim())
}
