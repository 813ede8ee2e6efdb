import type core from '../../messages/en/core.json'
import type rest from '../../messages/en/rest.json'
import { messageOf, type Messages } from './messages'

type Keys<T> = {
  [K in keyof T & string]: T[K] extends string | { other: string } ? K : `${K}.${Keys<T[K]>}`
}[keyof T & string]

/** Every dotted key of the English messages, so that a missing one is a type error. */
export type MessageKey = Keys<typeof core> | Keys<typeof rest>

export type MessageValues = Record<string, string | number>

let plurals = new Intl.PluralRules('en')
const memo = new Map<MessageKey, string | Messages>()

/** Selects plural forms by the rules of a language from now on, and forgets messages of the language before. */
export function setPluralRules(tag: string): void {
  plurals = new Intl.PluralRules(tag)
  memo.clear()
}

/**
 * The message for a key; `{name}` is replaced from `values`, and `count` selects the plural form. Forms with `select` are
 * selected by the value of that name instead: `{"select": "place", "home": "…", "other": "…"}`.
 */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const text = formOf(memo.get(key) ?? lookUp(key), values)
  if (text === undefined) return key
  return text.includes('{') ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) : text
}

function formOf(text: string | Messages | undefined, values: MessageValues): string | undefined {
  let form = text
  while (typeof form === 'object') {
    const chosen: string =
      typeof form.select === 'string' ? String(values[form.select]) : plurals.select(Number(values.count))
    form = form[chosen] ?? form.other
  }
  return form
}

function lookUp(key: MessageKey): string | Messages | undefined {
  const text = messageOf(key)
  if (text !== undefined) memo.set(key, text)
  return text
}
