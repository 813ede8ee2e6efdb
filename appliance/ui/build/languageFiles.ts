import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stateOf, type LanguageState, type Texts } from './languageState.ts'

const FILE = /^([\w-]+)\.json$/
const ENGLISH = 'en'
/** The folders with one file of texts for each language: those of the UI, and those of the server. */
const FOLDERS: Readonly<Record<string, string>> = {
  ui: fileURLToPath(new URL('../src/words/', import.meta.url)),
  server: fileURLToPath(new URL('../../words/', import.meta.url)),
}

export interface LanguageFile {
  tag: string
  /** `ui` or `server`. */
  of: string
  state: LanguageState
}

/** The state of each language but English. */
export function languageFiles(): LanguageFile[] {
  return Object.entries(FOLDERS).flatMap(([of, folder]) => {
    const read = (tag: string) => JSON.parse(readFileSync(`${folder}${tag}.json`, 'utf8')) as Texts
    const tags = tagsIn(folder)
    return tags
      .filter((tag) => tag !== ENGLISH)
      .map((tag) => ({ tag, of, state: stateOf(tag, read(ENGLISH), read(tag)) }))
  })
}

function tagsIn(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => FILE.exec(name)?.[1] ?? [])
  } catch {
    return []
  }
}
