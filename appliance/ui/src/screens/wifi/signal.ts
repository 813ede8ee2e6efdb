import type { MessageKey } from '$lib/i18n/translate'

export type Level = 0 | 1 | 2 | 3

const LEAST = [20, 45, 70] as const
const WORDS = [
  'wifiScreen.veryWeak',
  'wifiScreen.weak',
  'wifiScreen.good',
  'wifiScreen.strong',
] as const satisfies MessageKey[]

/** Number of arcs for a signal strength in percent. */
export function levelOf(strength: number): Level {
  return LEAST.filter((least) => strength >= least).length as Level
}

export const signalWord = (strength: number): MessageKey => WORDS[levelOf(strength)]

/** The address for phones: the wall's IP address with its own port. */
export function addressFor(number: string, port: string): string {
  return `http://${number}${port ? `:${port}` : ''}`
}
