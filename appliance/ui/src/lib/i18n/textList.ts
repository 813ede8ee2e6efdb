import { language } from './language.svelte'

let lists: Intl.ListFormat | undefined
let listsIn = ''

/** Names or texts in one: Ada, Ben and Cleo. */
export function formatList(texts: Iterable<string>): string {
  if (listsIn !== language.locale) lists = new Intl.ListFormat((listsIn = language.locale))
  return lists!.format(texts)
}
