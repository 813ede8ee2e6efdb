import { callText, read } from '../http/client'
import { resource } from '../http/resource.svelte'

/** How a device opens Mantel: 0 on the server itself, 1 over http, 2 over the home's own https, 3 over a public address. */
export type ConnectionLevel = 0 | 1 | 2 | 3

export interface Home {
  name: string
  /** Addresses without a path, the one a phone should try first in front. */
  http: string[]
  https: string[]
  publicUrl: string | null
  /** SHA-256 of the authority's certificate, in hex. */
  fingerprint: string | null
}

export interface HomeDevice {
  keyId: string
  name: string
  scope: 'admin' | 'display'
  rung: ConnectionLevel
  seenAt: string
}

export const readHome = () => read<Home>('/api/home')
export const homeDevices = resource<HomeDevice[]>('/api/home/devices')

/** Tells the server how this device opens Mantel, and learns what rung that is. */
export async function reportConnectionLevel(): Promise<ConnectionLevel> {
  return (JSON.parse(await callText('POST', '/api/home/standing')) as { rung: ConnectionLevel }).rung
}

/** The first of the addresses whose certificate this device accepts; null when it accepts none. */
export async function firstTrustedOrigin(origins: string[]): Promise<string | null> {
  const tries = origins.map(async (origin) => {
    // The answer itself may not be read, and need not be: there is one only where the certificate was accepted.
    await fetch(`${origin}/api/health`, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(8_000) })
    return origin
  })
  const answers = await Promise.allSettled(tries)
  return answers.find((answer) => answer.status === 'fulfilled')?.value ?? null
}
