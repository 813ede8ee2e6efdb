/** The languages of the UI: each is one file, `words/<tag>.json`. Texts that a file lacks are in English. */
const files = import.meta.glob<string>(['/src/words/*.json', '!/src/words/en.json'], {
  query: '?url',
  import: 'default',
  eager: true,
})

export const ENGLISH = 'en'

/**
 * Languages for tests of the layout: `en-XA` has long, accented texts, `ar-XB` is written from right to left. Not
 * offered for choice.
 */
export const PSEUDO_LANGUAGES = ['en-XA', 'ar-XB'] as const

/** The address of each language's texts by its tag; English is part of the code. */
export const TEXT_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, address]) => [/([\w-]+)\.json$/.exec(path)![1]!, address]),
)

/** The first of the `wanted` tags that there is, without its region if need be; else English. */
export function bestLanguage(wanted: readonly string[], known: readonly string[]): string {
  for (const tag of wanted) {
    const [language = ''] = tag.split('-')
    const found = [tag, language].find((each) => known.includes(each))
    if (found) return found
  }
  return ENGLISH
}
