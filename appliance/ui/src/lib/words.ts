import type en from '../words/en.json'
import { dictionary, type Tree } from './dictionary'

type Keys<T> = {
  [K in keyof T & string]: T[K] extends string | { other: string } ? K : `${K}.${Keys<T[K]>}`
}[keyof T & string]

/** Every dotted key of words/en.json, so that a missing word is a type error. */
export type Word = Keys<typeof en>

const plurals = new Intl.PluralRules('en')

/** The words for a key; `{name}` is filled from `values`, and `count` chooses among plural forms. */
export function t(word: Word, values: Record<string, string | number> = {}): string {
  let found: string | Tree | undefined = dictionary
  for (const part of word.split('.')) found = typeof found === 'object' ? found[part] : undefined
  if (typeof found === 'object') found = found[plurals.select(Number(values.count))] ?? found.other
  if (typeof found !== 'string') return word
  return found.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
