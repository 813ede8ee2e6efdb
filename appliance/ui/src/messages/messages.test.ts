import { expect, it, test } from 'vitest'
import { messagesOf } from '../../build/messageFiles'
import type { Messages } from '../../build/messageState'

type Message = string | Messages

const SOURCES = import.meta.glob<string>(['/src/**/*.{ts,svelte}', '!/src/**/*.test.ts', '!/src/lib/api/schema.d.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const ENGLISH = messagesOf('en')
/** Texts that code selects in another way: by the code of an error, and the worker's by their names. */
const SELECTED = /^(errors|pushed)\./
const KEY = /(?<quote>['"`])(?<key>[a-z]\w*\.(?:\w|\.|\$\{(?:[^{}]|\{[^}]*\})*\})+)\k<quote>/gi
const EXPRESSION = /\$\{(?:[^{}]|\{[^}]*\})*\}/

function texts(value: Message): string[] {
  return typeof value === 'string' ? [value] : Object.values(value).flatMap(texts)
}

/** Every key; forms by count or by a value have one key. */
function keys(value: Message, prefix = ''): string[] {
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
  const all = texts(ENGLISH).join('\n').toLowerCase()
  expect(pairs.filter((pair) => pair.every((word) => all.includes(word)))).toEqual([])
})

it('has a space on both sides of a middle dot', () => {
  expect(texts(ENGLISH).filter((text) => /\S·|·\S/.test(text))).toEqual([])
})

test('every text is used', () => {
  const named = Object.values(SOURCES).flatMap((source) => [...source.matchAll(KEY)].map(({ groups }) => groups!.key!))
  const whole = new Set(named)
  const patterns = [...whole]
    .filter((key) => key.includes('${'))
    .map((key) => new RegExp(`^${key.split(EXPRESSION).join('\\w+').replaceAll('.', '\\.')}$`))
  const isUsed = (key: string) => SELECTED.test(key) || whole.has(key) || patterns.some((each) => each.test(key))
  expect(keys(ENGLISH).filter((key) => !isUsed(key))).toEqual([])
})

/** Without the text of an error the server's own is shown. */
const LATER = ['errors']
const FIRST_SCREENS = /^\/src\/(App|kit\/|shell\/|screens\/(board|calendar|chores|lists|quickAdd|today)\/)/
/** The kind of a command is written like a key: `settings.change`. */
const COMMAND = /kind(?: ===|:) '[\w.]+'/g
const IMPORTED = /(?:from |import\(|import )'([^']+)'/g
const ALIAS = /^\$(lib|kit|parts)\//

test('the first screens need no message outside the core', () => {
  const needed = new Set(Object.keys(SOURCES).filter((path) => FIRST_SCREENS.test(path)))
  // A set is walked on while it grows.
  for (const path of needed)
    for (const each of importedBy(path)) if (!/^\/src\/(routes|screens)/.test(each)) needed.add(each)
  const core = messagesOf('en', 'core')
  const known = new Set(keys(ENGLISH))
  const missing = [...needed].flatMap((path) =>
    [...SOURCES[path]!.replace(COMMAND, '').matchAll(KEY)]
      .map(({ groups }) => groups!.key!)
      .filter((key) => key.includes('${') || known.has(key))
      .map((key) => key.split('.')[0]!)
      .filter((section) => section in ENGLISH && !(section in core) && !LATER.includes(section))
      .map((section) => `${path}: ${section}`),
  )
  expect([...new Set(missing)]).toEqual([])
})

function importedBy(path: string): string[] {
  return [...SOURCES[path]!.matchAll(IMPORTED)].flatMap(([, name = '']) => {
    const whole = ALIAS.test(name) ? name.replace(ALIAS, '/src/$1/') : name
    if (!/^[./]/.test(whole)) return []
    const resolved = new URL(whole, `file://${path}`).pathname
    return ['', '.ts', '.svelte.ts'].map((ending) => resolved + ending).filter((each) => each in SOURCES)
  })
}

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
  const found = Object.entries(messagesOf(tag))
    .flatMap(([section, each]) => pairs(ENGLISH[section]!, each))
    .filter(([english]) => DONE.test(english))
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(([, translated]) => !DONE_IN[tag]!.test(translated))).toEqual([])
})

/** Each English text beside its translation, where both have one form. */
function pairs(english: Message, translated: Message): [string, string][] {
  if (typeof english === 'string') return typeof translated === 'string' ? [[english, translated]] : []
  return Object.entries(english).flatMap(([name, each]) =>
    typeof translated === 'object' && translated[name] ? pairs(each, translated[name]) : [],
  )
}
