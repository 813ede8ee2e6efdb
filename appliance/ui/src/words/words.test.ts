import { expect, it, test } from 'vitest'
import words from './en.json'

type Words = string | { [key: string]: Words }

const SOURCES = import.meta.glob<string>(['/src/**/*.{ts,svelte}', '!/src/**/*.test.ts', '!/src/lib/api/schema.d.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const WORDS = words as Record<string, Words>
const TRANSLATIONS = import.meta.glob<Record<string, Words>>(['./*.json', '!./en.json'], {
  import: 'default',
  eager: true,
})
/** Texts that code selects in another way: by the code of an error, and the worker's by their names. */
const SELECTED = /^(errors|pushed)\./
const KEY = /(?<quote>['"`])(?<key>[a-z]\w*\.(?:\w|\.|\$\{(?:[^{}]|\{[^}]*\})*\})+)\k<quote>/gi
const EXPRESSION = /\$\{(?:[^{}]|\{[^}]*\})*\}/

function texts(value: Words): string[] {
  return typeof value === 'string' ? [value] : Object.values(value).flatMap(texts)
}

/** Every key; forms by count or by a value have one key. */
function keys(value: Words, prefix = ''): string[] {
  if (typeof value === 'string' || 'other' in value) return [prefix.slice(0, -1)]
  return Object.entries(value).flatMap(([name, each]) => keys(each, `${prefix}${name}.`))
}

it('spells a word one way', () => {
  const pairs = [
    ['gray', 'grey'],
    ['color', 'colour'],
    ['favorite', 'favourite'],
    ['organizer', 'organiser'],
  ]
  const all = texts(WORDS).join('\n').toLowerCase()
  expect(pairs.filter((pair) => pair.every((word) => all.includes(word)))).toEqual([])
})

it('has a space on both sides of a middle dot', () => {
  expect(texts(WORDS).filter((text) => /\S·|·\S/.test(text))).toEqual([])
})

test('every text is used', () => {
  const named = Object.values(SOURCES).flatMap((source) => [...source.matchAll(KEY)].map(({ groups }) => groups!.key!))
  const whole = new Set(named)
  const patterns = [...whole]
    .filter((key) => key.includes('${'))
    .map((key) => new RegExp(`^${key.split(EXPRESSION).join('\\w+').replaceAll('.', '\\.')}$`))
  const isUsed = (key: string) => SELECTED.test(key) || whole.has(key) || patterns.some((each) => each.test(key))
  expect(keys(WORDS).filter((key) => !isUsed(key))).toEqual([])
})

const DONE = /^“\{\w+\}” was \p{Ll}+/u
const DONE_IN: Readonly<Record<string, RegExp>> = {
  de: /^„\{\w+\}“ .*\bwurde\b/,
  es: /^Se ha \p{Ll}+ «\{\w+\}»/u,
  fr: /^«\u202f\{\w+\}\u202f» a été \p{Ll}+/u,
  it: /^“\{\w+\}” è stat[ao] \p{Ll}+/u,
  nl: /^‘\{\w+\}’ .*\bis\b/,
  pl: /^\p{Lu}\p{Ll}+o „\{\w+\}”/u,
}

test.each(Object.keys(DONE_IN))('what was done has one form in %s', (tag) => {
  const found = Object.entries(TRANSLATIONS[`./${tag}.json`]!)
    .flatMap(([section, each]) => pairs(WORDS[section]!, each))
    .filter(([english]) => DONE.test(english))
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(([, translated]) => !DONE_IN[tag]!.test(translated))).toEqual([])
})

/** Each English text beside its translation, where both have one form. */
function pairs(english: Words, translated: Words): [string, string][] {
  if (typeof english === 'string') return typeof translated === 'string' ? [[english, translated]] : []
  return Object.entries(english).flatMap(([name, each]) =>
    typeof translated === 'object' && translated[name] ? pairs(each, translated[name]) : [],
  )
}
