import { language } from './language.svelte'

let collator: Intl.Collator | undefined
let made = ''

/** Compares texts in the order of the UI's language; case and diacritics do not matter. */
export function compareTexts(one: string, other: string): number {
  if (made !== language.locale) collator = new Intl.Collator((made = language.locale), { sensitivity: 'base' })
  return collator!.compare(one, other)
}
