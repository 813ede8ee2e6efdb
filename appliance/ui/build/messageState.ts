/** The state of a language's messages, compared with the English ones. */

export type Messages = { [key: string]: string | Messages }

export interface LanguageState {
  /** Share of the English texts that the language has, in percent, rounded down. */
  percent: number
  /** Keys of English texts that the language lacks. */
  missing: string[]
  /** Keys that English does not have. */
  extra: string[]
  /** Keys with another placeholder than English, or without one that English has in each form. */
  placeholders: string[]
  /** Keys with plural forms that lack a category of the language, or have one that it does not know. */
  forms: string[]
  /** Keys of texts that are the same as in English. Names and loanwords are right so. */
  same: string[]
}

/** Each number of this range selects a plural form that a language must have. */
const MAX_COUNTED = 1000
const PLACEHOLDER = /\{(\w+)\}/g
const WORD = /\p{L}{4}/u

export function stateOf(tag: string, english: Messages, translated: Messages): LanguageState {
  const wanted = leaves(english)
  const found = leaves(translated)
  const keys = [...wanted.keys()].filter((key) => found.has(key))
  const categories = pluralCategories(tag)
  const differing = (differs: (one: string | Messages, other: string | Messages) => boolean) =>
    keys.filter((key) => differs(wanted.get(key)!, found.get(key)!))
  return {
    percent: Math.floor((keys.length / wanted.size) * 100),
    missing: [...wanted.keys()].filter((key) => !found.has(key)),
    extra: [...found.keys()].filter((key) => !wanted.has(key)),
    placeholders: differing((one, other) => !samePlaceholders(one, other)),
    forms: keys.filter((key) => !hasForms(found.get(key)!, categories)),
    same: differing((one, other) => JSON.stringify(one) === JSON.stringify(other) && WORD.test(allForms(one).join())),
  }
}

/** Plural categories that a text in this language needs: those of counts up to a thousand, and `other`. */
function pluralCategories(tag: string): { needed: Set<string>; known: Set<string> } {
  const rules = new Intl.PluralRules(tag)
  const counts = Array.from({ length: MAX_COUNTED + 1 }, (_, count) => rules.select(count))
  return { needed: new Set([...counts, 'other']), known: new Set(rules.resolvedOptions().pluralCategories) }
}

/** Every text by its dotted key. Forms, by count or by a value, are one text. */
function leaves(tree: Messages, prefix = ''): Map<string, string | Messages> {
  const pairs = Object.entries(tree).flatMap(([name, each]): [string, string | Messages][] => {
    const key = prefix + name
    return typeof each === 'string' || 'other' in each ? [[key, each]] : [...leaves(each, `${key}.`)]
  })
  return new Map(pairs)
}

function allForms(text: string | Messages): string[] {
  return typeof text === 'string' ? [text] : formsIn(text).flatMap(allForms)
}

function formsIn(text: Messages): (string | Messages)[] {
  return Object.entries(text)
    .filter(([name]) => name !== 'select')
    .map(([, form]) => form)
}

/** Every form names only what English names, and all that English names in each form. */
function samePlaceholders(english: string | Messages, translated: string | Messages): boolean {
  const given = allForms(english).map(placeholdersOf)
  const allowed = new Set(given.flatMap((each) => [...each]))
  if (typeof english === 'object') allowed.add(selectorOf(english))
  const needed = [...allowed].filter(
    (name) => given.every((each) => each.has(name)) || placeholdersOf(otherForm(english)).has(name),
  )
  return fits(translated, allowed, needed)
}

function fits(text: string | Messages, allowed: Set<string>, needed: readonly string[]): boolean {
  if (typeof text === 'string') {
    const names = placeholdersOf(text)
    return [...names].every((name) => allowed.has(name)) && needed.every((name) => names.has(name))
  }
  const selector = selectorOf(text)
  // A value may select forms without being shown. A form for one value need not show it.
  return Object.entries(text)
    .filter(([name]) => name !== 'select')
    .every(([name, form]) =>
      fits(form, allowed, isForOneValue(text, name) ? needed.filter((each) => each !== selector) : needed),
    )
}

/** The name of the value that selects among forms. */
function selectorOf(text: Messages): string {
  return typeof text.select === 'string' ? text.select : 'count'
}

function isForOneValue(text: Messages, name: string): boolean {
  return 'select' in text ? name !== 'other' : ['zero', 'one', 'two'].includes(name)
}

function otherForm(text: string | Messages): string {
  return typeof text === 'string' ? text : otherForm(text.other!)
}

function placeholdersOf(text: string): Set<string> {
  return new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!))
}

function hasForms(text: string | Messages, categories: { needed: Set<string>; known: Set<string> }): boolean {
  if (typeof text === 'string') return true
  const names = Object.keys(text)
  const complete =
    'select' in text ||
    ([...categories.needed].every((each) => names.includes(each)) && names.every((each) => categories.known.has(each)))
  return complete && formsIn(text).every((form) => hasForms(form, categories))
}
