import type { MessageKey } from '$lib/i18n/translate'

export type Platform = 'apple' | 'android' | 'computer'

interface Steps {
  /** The file to download, and the label of its button. */
  file: string
  get: MessageKey
  then: MessageKey[]
  /** Variants of the last step. */
  or?: MessageKey[]
}

export const platforms: Record<Platform, Steps> = {
  apple: {
    file: '/api/home/mantel.mobileconfig',
    get: 'trust.getProfile',
    then: ['trust.apple.install', 'trust.apple.trust'],
  },
  android: {
    file: '/api/home/mantel.crt',
    get: 'trust.getCertificate',
    then: ['trust.android.open', 'trust.android.choose'],
  },
  computer: {
    file: '/api/home/mantel.crt',
    get: 'trust.getCertificate',
    then: ['trust.computer.add'],
    or: ['trust.computer.windows', 'trust.computer.mac', 'trust.computer.chromium', 'trust.computer.firefox'],
  },
}

/** The platform of a user agent. An iPad identifies as a Mac, but Macs have no touch screen. */
export function guessPlatform(agent: string, touchPoints: number): Platform {
  if (/iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1)) return 'apple'
  return /Android/.test(agent) ? 'android' : 'computer'
}
