import { callJson, read } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { ConnectionKind } from './types'

export const readHome = () => read('/api/home')
/** Whether Tailscale runs on the server's machine. Admin. */
export const readTailscale = () => read('/api/home/tailscale')
export const homeDevices = resource('/api/home/devices')

/** Reports that this device opened Mantel and returns how. */
export async function reportConnectionKind(): Promise<ConnectionKind> {
  return (await callJson('POST', '/api/home/standing')).connectionKind
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
