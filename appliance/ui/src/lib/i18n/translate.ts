import type en from '../../words/en.json'
import { dictionary, type Tree } from './dictionary'

type Keys<T> = {
  [K in keyof T & string]: T[K] extends string | { other: string } ? K : `${K}.${Keys<T[K]>}`
}[keyof T & string]

/** Every dotted key of words/en.json, so that a missing word is a type error. */
export type Word = Keys<typeof en>

const plurals = new Intl.PluralRules('en')
const found = new Map<Word, string | Tree>()

/** The words for a key; `{name}` is filled from `values`, and `count` chooses among plural forms. */
export function t(word: Word, values: Record<string, string | number> = {}): string {
  let text = found.get(word) ?? lookedUp(word)
  if (typeof text === 'object') text = text[plurals.select(Number(values.count))] ?? text.other
  if (typeof text !== 'string') return word
  return text.includes('{') ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) : text
}

function lookedUp(word: Word): string | Tree | undefined {
  let there: string | Tree | undefined = dictionary
  for (const part of word.split('.')) there = typeof there === 'object' ? there[part] : undefined
  if (there !== undefined) found.set(word, there)
  return there
}
