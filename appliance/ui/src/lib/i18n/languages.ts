export const ENGLISH = 'en'

/** The first of the `wanted` tags that there is, without its region if need be; else English. */
export function bestLanguage(wanted: readonly string[], known: readonly string[]): string {
  for (const tag of wanted) {
    const [language = ''] = tag.split('-')
    const found = [tag, language].find((each) => known.includes(each))
    if (found) return found
  }
  return ENGLISH
}
