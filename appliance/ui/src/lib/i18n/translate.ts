import type en from '../../words/en.json'
import { texts, type TextTree } from './dictionary'

type Keys<T> = {
  [K in keyof T & string]: T[K] extends string | { other: string } ? K : `${K}.${Keys<T[K]>}`
}[keyof T & string]

/** Every dotted key of words/en.json, so that a missing text is a type error. */
export type TextKey = Keys<typeof en>

const plurals = new Intl.PluralRules('en')
const memo = new Map<TextKey, string | TextTree>()

/** The text for a key; `{name}` is replaced from `values`, and `count` selects the plural form. */
export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  let text = memo.get(key) ?? lookUp(key)
  if (typeof text === 'object') text = text[plurals.select(Number(values.count))] ?? text.other
  if (typeof text !== 'string') return key
  return text.includes('{') ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) : text
}

function lookUp(key: TextKey): string | TextTree | undefined {
  let there: string | TextTree | undefined = texts
  for (const part of key.split('.')) there = typeof there === 'object' ? there[part] : undefined
  if (there !== undefined) memo.set(key, there)
  return there
}
