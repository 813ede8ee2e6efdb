import { t, type MessageKey } from './i18n/translate'

/** WMO weather codes, as the server knows them, with the keys of their texts. */
const NAMES: Readonly<Record<number, string>> = {
  0: 'clear',
  1: 'mostlyClear',
  2: 'partlyCloudy',
  3: 'cloudy',
  45: 'fog',
  48: 'freezingFog',
  51: 'lightDrizzle',
  53: 'drizzle',
  55: 'heavyDrizzle',
  56: 'freezingDrizzle',
  57: 'freezingDrizzle',
  61: 'lightRain',
  63: 'rain',
  65: 'heavyRain',
  66: 'freezingRain',
  67: 'freezingRain',
  71: 'lightSnow',
  73: 'snow',
  75: 'heavySnow',
  77: 'snowGrains',
  80: 'showers',
  81: 'showers',
  82: 'heavyShowers',
  85: 'snowShowers',
  86: 'heavySnowShowers',
  95: 'thunderstorms',
  96: 'thunderstormsWithHail',
  99: 'thunderstormsWithHail',
}

/** For example “Light rain”, in the language of this device; the server's `text` is in the household's. */
export function skyText({ code }: { code: number }): string {
  return t(`sky.${NAMES[code] ?? 'unknown'}` as MessageKey)
}
