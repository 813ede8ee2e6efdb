import { t, type MessageKey } from '$lib/i18n/translate'

/** In order: the name of a phone's browser also contains the names of others. */
const AGENTS: [RegExp, MessageKey][] = [
  [/iPhone/, 'pairing.devices.iphone'],
  [/iPad/, 'pairing.devices.ipad'],
  [/Android.*Mobile/, 'pairing.devices.androidPhone'],
  [/Android/, 'pairing.devices.androidTablet'],
  [/Windows/, 'pairing.devices.windows'],
  [/CrOS/, 'pairing.devices.chromebook'],
  [/Macintosh/, 'pairing.devices.mac'],
]

/** What this device is, as a parent would call it, from what its browser says. An iPad calls itself a Mac. */
export function deviceName(agent = navigator.userAgent, touchPoints = navigator.maxTouchPoints): string {
  if (/Macintosh/.test(agent) && touchPoints > 1) return t('pairing.devices.ipad')
  return t(AGENTS.find(([pattern]) => pattern.test(agent))?.[1] ?? 'common.computer')
}
