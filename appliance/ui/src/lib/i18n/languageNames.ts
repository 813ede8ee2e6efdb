import { files, shares } from 'virtual:messages'

/** Tags of all languages that can be chosen, in the order of their names. */
export const LANGUAGES: readonly string[] = Object.keys(files).sort((one, other) =>
  nameOf(one).localeCompare(nameOf(other)),
)

/** A language's name in itself: Deutsch. */
export function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name[0]!.toLocaleUpperCase(tag) + name.slice(1)
}

/** The share of the messages that a language has, of 1. */
export function shareOf(tag: string): number {
  return (shares[tag] ?? 100) / 100
}
