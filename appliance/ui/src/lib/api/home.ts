import { callText, read } from '../http/client'
import { resource } from '../http/resource.svelte'

/** How a device opens Mantel: 0 on the server itself, 1 http, 2 the home's own https, 3 a public address. */
export type ConnectionKind = 0 | 1 | 2 | 3

export interface Home {
  name: string
  /** Origins, the recommended one first. */
  http: string[]
  https: string[]
  publicUrl: string | null
  /** SHA-256 of the certificate authority's certificate, in hex. */
  fingerprint: string | null
}

export interface HomeDevice {
  keyId: string
  name: string
  scope: 'admin' | 'display'
  connectionKind: ConnectionKind
  seenAt: string
}

export const readHome = () => read<Home>('/api/home')
export const homeDevices = resource<HomeDevice[]>('/api/home/devices')

/** Reports that this device opened Mantel and returns how. */
export async function reportConnectionKind(): Promise<ConnectionKind> {
  return (JSON.parse(await callText('POST', '/api/home/standing')) as { connectionKind: ConnectionKind }).connectionKind
}

/** The first origin whose certificate this device accepts; null if none. */
export async function firstTrustedOrigin(origins: string[]): Promise<string | null> {
  const tries = origins.map(async (origin) => {
    // The response is opaque; it arrives only when the certificate was accepted.
    await fetch(`${origin}/api/health`, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(8_000) })
    return origin
  })
  const answers = await Promise.allSettled(tries)
  return answers.find((answer) => answer.status === 'fulfilled')?.value ?? null
}
