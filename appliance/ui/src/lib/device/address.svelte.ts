import { type Home, readHome } from '../api/home'
import { kept } from '../storage/localStorage'

const AGAIN_MS = 30_000

/** Only this machine itself calls itself so; another device needs an address it has in the home network. */
export const inner = /^(localhost|127\.|\[::1\])/.test(location.hostname)

let home = $state.raw<Home | null>(null)
let asked = -Infinity

/** Where another device finds this server, without a path; by number if the server knows one, for every phone can open that. */
export function homeAddress(): string {
  if (!inner) return location.origin
  return kept('address') ?? found()?.http[0] ?? location.origin.replace(location.hostname, 'mantel.local')
}

/** The same address by its name, for people who type; empty when there is no other. */
export function homeName(): string {
  const name = inner ? found()?.http.at(-1) : undefined
  return name && name !== homeAddress() ? name : ''
}

/** An address as people write it. */
export const bare = (address: string) => address.replace(/^https?:\/\//, '')

/** The whole address of a hash such as `#/pair`, without the doubled slash a person may have typed. */
export function linkAt(origin: string, hash: string): string {
  return `${origin.trim().replace(/\/+$/, '')}/${hash}`
}

/** What the server says of its addresses; null until it has answered. It may have moved since it was last asked. */
function found(): Home | null {
  if (performance.now() - asked > AGAIN_MS) {
    asked = performance.now()
    readHome().then(
      (answer) => (home = answer),
      () => (asked = -Infinity),
    )
  }
  return home
}
