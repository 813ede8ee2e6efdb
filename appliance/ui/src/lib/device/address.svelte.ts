import { readHome } from '../api/home'
import { loadLocal } from '../storage/localStorage'
import type { Home } from '../api/types'

const REFRESH_MS = 30_000

/** Only the server machine uses these names; another device needs an address in the home network. */
export const isLocalhost = /^(localhost|127\.|\[::1\])/.test(location.hostname)

let home = $state.raw<Home | null>(null)
let requestedAt = -Infinity

/** Origin under which other devices find this server. An IP address if known: every phone can open it. */
export function homeAddress(): string {
  if (!isLocalhost) return location.origin
  return loadLocal('address') ?? homeResponse()?.http[0] ?? location.origin.replace(location.hostname, 'mantel.local')
}

/** The same origin by name, for typing; empty if there is none. */
export function homeName(): string {
  const name = isLocalhost ? homeResponse()?.http.at(-1) : undefined
  return name && name !== homeAddress() ? name : ''
}

/** The address without its scheme. */
export const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '')

/** The full address of a hash such as `#/pair`. Removes trailing slashes of `origin`. */
export function linkAt(origin: string, hash: string): string {
  return `${origin.trim().replace(/\/+$/, '')}/${hash}`
}

/** The server's addresses; null until loaded. Refreshed because they may change. */
function homeResponse(): Home | null {
  if (performance.now() - requestedAt > REFRESH_MS) {
    requestedAt = performance.now()
    readHome().then(
      (answer) => (home = answer),
      () => (requestedAt = -Infinity),
    )
  }
  return home
}
