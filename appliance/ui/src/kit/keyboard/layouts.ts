/** The letters of a keyboard, row by row. */
export type Layout = readonly [string, string, string]

export const LAYOUTS = {
  en: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  de: ['qwertzuiopü', 'asdfghjklöä', 'yxcvbnmß'],
  fr: ['azertyuiop', 'qsdfghjklm', 'wxcvbn’'],
  es: ['qwertyuiop', 'asdfghjklñ', 'zxcvbnm'],
} as const satisfies Record<string, Layout>

export type Language = keyof typeof LAYOUTS

export const LANGUAGES = Object.keys(LAYOUTS) as Language[]

export const SIGNS: Layout = ['1234567890', '@#€%&-+()', '*"\':;!?/_=']
export const EMOJI: Layout = ['😀😂🥰😎🤔😴🥳😭😡🤒👻', '👍👏🙏💪👋❤️⭐🔥🎉✅❌', '🍎🥛🍞🧀🍕🎂⚽🎵🏠🚗🐶']

/** Variants of a key, shown while it is held. */
const MORE: Record<string, string> = {
  a: 'äàáâãåæ',
  c: 'çčć',
  e: 'éèêëę',
  i: 'íìîï',
  l: 'ł',
  n: 'ñń',
  o: 'öóòôõøœ',
  s: 'ßśš',
  u: 'üúùû',
  y: 'ýÿ',
  z: 'žźż',
  ä: 'æ',
  ö: 'øœ',
  '€': '$£¥',
  '-': '–—·',
  '"': '„“”«»',
  "'": '‘’‚',
  '?': '¿',
  '!': '¡',
  '/': '\\|',
  '(': '[{<',
  ')': ']}>',
  '%': '‰°',
  '’': '\'‘"',
}

/** The layout for a setting: a language, or the device's language for `auto`. */
export function layoutOf(setting: string, device: string): Layout {
  const language = setting === 'auto' ? device.slice(0, 2).toLowerCase() : setting
  return LAYOUTS[language as Language] ?? LAYOUTS.en
}

/** The variants of a key that have no key of their own in the layout. */
export function variantsOf(key: string, layout: Layout): string[] {
  return [...(MORE[key] ?? '')].filter((one) => !layout.some((row) => row.includes(one)))
}

export function keysOf(row: string): string[] {
  return [...new Intl.Segmenter().segment(row)].map(({ segment }) => segment)
}
