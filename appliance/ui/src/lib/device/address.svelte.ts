import { type Home, readHome } from '../api/home'
import { loadLocal } from '../storage/localStorage'

const REFRESH_MS = 30_000

/** Only this machine itself calls itself so; another device needs an address it has in the home network. */
export const isLocalhost = /^(localhost|127\.|\[::1\])/.test(location.hostname)

let home = $state.raw<Home | null>(null)
let requestedAt = -Infinity

/** Where another device finds this server, without a path; by number if the server knows one, for every phone can open that. */
export function homeAddress(): string {
  if (!isLocalhost) return location.origin
  return loadLocal('address') ?? homeResponse()?.http[0] ?? location.origin.replace(location.hostname, 'mantel.local')
}

/** The same address by its name, for people who type; empty when there is no other. */
export function homeName(): string {
  const name = isLocalhost ? homeResponse()?.http.at(-1) : undefined
  return name && name !== homeAddress() ? name : ''
}

/** An address as people write it. */
export const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '')

/** The whole address of a hash such as `#/pair`, without the doubled slash a person may have typed. */
export function linkAt(origin: string, hash: string): string {
  return `${origin.trim().replace(/\/+$/, '')}/${hash}`
}

/** What the server says of its addresses; null until it has answered. It may have moved since it was last asked. */
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
