import type { TextKey } from '$lib/i18n/translate'

export type Level = 0 | 1 | 2 | 3

const LEAST = [20, 45, 70] as const
const WORDS = ['wifi.faint', 'wifi.weak', 'wifi.good', 'wifi.strong'] as const satisfies TextKey[]

/** How many arcs a strength of so many per cent is worth. */
export function levelOf(strength: number): Level {
  return LEAST.filter((least) => strength >= least).length as Level
}

export const signalWord = (strength: number): TextKey => WORDS[levelOf(strength)]

/** Where phones open this wall: its number in the home network, with the port that the wall itself uses. */
export function addressFor(number: string, port: string): string {
  return `http://${number}${port ? `:${port}` : ''}`
}
