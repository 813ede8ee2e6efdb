/** The letters of a keyboard, row by row. */
type Layout = readonly [string, string, string]

export const LAYOUTS = {
  en: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  de: ['qwertzuiopü', 'asdfghjklöä', 'yxcvbnmß'],
  fr: ['azertyuiop', 'qsdfghjklm', 'wxcvbn’'],
  es: ['qwertyuiop', 'asdfghjklñ', 'zxcvbnm'],
  it: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm’'],
  nl: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  pl: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
} as const satisfies Record<string, Layout>

export type Language = keyof typeof LAYOUTS

export const LANGUAGES = Object.keys(LAYOUTS) as Language[]

export const SIGNS: Layout = ['1234567890', '@#€%&-+()', '*"\':;!?/_=']
export const EMOJI: Layout = ['😀😂🥰😎🤔😴🥳😭😡🤒👻', '👍👏🙏💪👋❤️⭐🔥🎉✅❌', '🍎🥛🍞🧀🍕🎂⚽🎵🏠🚗🐶']

/** Variants of a key, shown while it is held, in every language. */
const MORE: Record<string, string> = {
  a: 'äàáâãåæą',
  c: 'çčć',
  e: 'éèêëę',
  i: 'íìîï',
  l: 'ł',
  n: 'ñń',
  o: 'öóòôõøœ',
  s: 'ßśš',
  u: 'üúùû',
  y: 'ýÿ',
  z: 'žżź',
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

/** Variants that a language uses itself, which come first. */
const OWN: Partial<Record<Language, string>> = {
  fr: 'éèêëàâæçîïôœùûüÿ«»',
  es: 'áéíóúü¿¡«»',
  it: 'àèéìòù«»',
  nl: 'éëïóöüèê',
  pl: 'ąćęłńóśżź„”',
}

/** The language whose layout a setting selects: its own, or that of the UI's language for `auto`. */
export function keyboardLanguage(setting: string, ui: string): Language {
  const language = setting === 'auto' ? ui.slice(0, 2).toLowerCase() : setting
  return LANGUAGES.find((known) => known === language) ?? 'en'
}

/** The variants of a key that have no key of their own in a language's layout; its own letters first. */
export function variantsOf(key: string, language: Language): string[] {
  const variants = [...(MORE[key] ?? '')].filter((one) => !LAYOUTS[language].some((row) => row.includes(one)))
  const isOwn = (one: string) => OWN[language]?.includes(one) ?? false
  return [...variants.filter(isOwn), ...variants.filter((one) => !isOwn(one))]
}

export function keysOf(row: string): string[] {
  return [...new Intl.Segmenter().segment(row)].map(({ segment }) => segment)
}
