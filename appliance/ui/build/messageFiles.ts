import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type LanguageState, type Messages, stateOf } from './messageState.ts'

/** The files of a language: what the first screens say, and the rest. */
export const PARTS = ['core', 'rest'] as const

const ENGLISH = 'en'
const UI = fileURLToPath(new URL('../src/messages/', import.meta.url))
const SERVER = fileURLToPath(new URL('../../words/', import.meta.url))

/** The languages of the UI: each is a folder of `src/messages/`. */
export const TAGS = readdirSync(UI, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? each.name : []))

export interface LanguageFile {
  tag: string
  of: 'ui' | 'server'
  state: LanguageState
}

/** One file of a language, or all of them together; empty where there is none. */
export function messagesOf(tag: string, ...parts: (typeof PARTS)[number][]): Messages {
  const paths = (parts.length ? parts : PARTS).map((part) => `${UI}${tag}/${part}.json`)
  return Object.assign({}, ...paths.filter((path) => existsSync(path)).map(read))
}

/** The state of the UI's messages in each language but English. */
export function uiLanguages(): LanguageFile[] {
  const english = messagesOf(ENGLISH)
  return TAGS.filter((tag) => tag !== ENGLISH).map((tag) => ({
    tag,
    of: 'ui',
    state: stateOf(tag, english, messagesOf(tag)),
  }))
}

/** The state of the UI's and of the server's messages in each language but English. */
export function languageFiles(): LanguageFile[] {
  const tags = readdirSync(SERVER).flatMap((name) => /^([\w-]+)\.json$/.exec(name)?.[1] ?? [])
  const english = read(`${SERVER}${ENGLISH}.json`)
  const ofServer = tags
    .filter((tag) => tag !== ENGLISH)
    .map((tag) => ({ tag, of: 'server' as const, state: stateOf(tag, english, read(`${SERVER}${tag}.json`)) }))
  return [...uiLanguages(), ...ofServer]
}

function read(path: string): Messages {
  return JSON.parse(readFileSync(path, 'utf8')) as Messages
}
