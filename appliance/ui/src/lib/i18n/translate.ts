import type en from '../../words/en.json'
import { textOf, type TextTree } from './dictionary'

type Keys<T> = {
  [K in keyof T & string]: T[K] extends string | { other: string } ? K : `${K}.${Keys<T[K]>}`
}[keyof T & string]

/** Every dotted key of words/en.json, so that a missing text is a type error. */
export type TextKey = Keys<typeof en>

export type TextValues = Record<string, string | number>

let plurals = new Intl.PluralRules('en')
const memo = new Map<TextKey, string | TextTree>()

/** Selects plural forms by the rules of a language from now on, and forgets texts of the language before. */
export function setPluralRules(tag: string): void {
  plurals = new Intl.PluralRules(tag)
  memo.clear()
}

/**
 * The text for a key; `{name}` is replaced from `values`, and `count` selects the plural form. Forms with `select` are
 * selected by the value of that name instead: `{"select": "place", "home": "…", "other": "…"}`.
 */
export function t(key: TextKey, values: TextValues = {}): string {
  const text = formOf(memo.get(key) ?? lookUp(key), values)
  if (text === undefined) return key
  return text.includes('{') ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) : text
}

function formOf(text: string | TextTree | undefined, values: TextValues): string | undefined {
  let form = text
  while (typeof form === 'object') {
    const chosen: string =
      typeof form.select === 'string' ? String(values[form.select]) : plurals.select(Number(values.count))
    form = form[chosen] ?? form.other
  }
  return form
}

function lookUp(key: TextKey): string | TextTree | undefined {
  const text = textOf(key)
  if (text !== undefined) memo.set(key, text)
  return text
}
