import type { TextKey } from '$lib/i18n/translate'

export type Platform = 'apple' | 'android' | 'computer'

interface Steps {
  /** What is fetched, and what the button says. */
  file: string
  get: TextKey
  then: TextKey[]
  /** The last step, as it is done here or there. */
  or?: TextKey[]
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

/** What a browser says it runs on. An iPad calls itself a Mac, but no Mac has a touch screen. */
export function guessPlatform(agent: string, touchPoints: number): Platform {
  if (/iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1)) return 'apple'
  return /Android/.test(agent) ? 'android' : 'computer'
}
