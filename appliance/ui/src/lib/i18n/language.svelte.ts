import { files } from 'virtual:messages'
import { loadLocal, saveLocal } from '../storage/localStorage'
import { bestLanguage, ENGLISH } from './languages'
import { setMessages } from './messages'
import { readMessages } from './readMessages'
import { setPluralRules, t } from './translate'

const STORED = 'language'
const CORE = 1
const ALL = 2

/**
 * The language of the UI: this device's own choice, else the household's, else the browser's. Screens read their
 * messages when they are made, so they are made again when `tag` changes.
 */
class Language {
  #tag = $state(ENGLISH)
  #own = $state(loadLocal(STORED))
  #wanted = ENGLISH
  /** How many files of messages are needed: the first screens only need the first. */
  #parts = CORE
  // Asked for with each time that is written; the browser takes long to say its languages.
  #locale = $derived(localeOf(this.#tag))

  /** The language in use: the name of a folder of `messages/`. */
  get tag(): string {
    return this.#tag
  }

  /** The choice of this device; null for the household's language. */
  get own(): string | null {
    return this.#own
  }

  /** The tag for Intl: that of the device where it names a region of this language, as `de-AT` does. */
  get locale(): string {
    return this.#locale
  }

  choose(own: string | null): void {
    this.#own = own
    saveLocal(STORED, own)
  }

  /**
   * Uses the language that is wanted; `household` is the household's tag, or `auto`. False where its messages cannot be
   * loaded: the language stays as it is.
   */
  async load(household: string): Promise<boolean> {
    const wanted = [this.#own, household, ...devices()].filter((tag) => tag && tag !== 'auto') as string[]
    this.#wanted = bestLanguage(wanted, Object.keys(files))
    try {
      await this.#bring()
      return true
    } catch {
      return false
    }
  }

  /** Loads the messages of all screens. Throws when they cannot be loaded. */
  loadRest(): Promise<void> {
    this.#parts = ALL
    return this.#bring()
  }

  async #bring(): Promise<void> {
    const [tag, parts] = [this.#wanted, this.#parts]
    const read = await Promise.all(files[tag]!.slice(0, parts).map(readMessages))
    // Somebody asked for another language or for more meanwhile.
    if (tag !== this.#wanted || parts !== this.#parts) return this.#bring()
    setMessages(Object.assign({}, ...read))
    setPluralRules(tag)
    if (globalThis.document) Object.assign(document.documentElement, { lang: tag, dir: t('app.direction') })
    this.#tag = tag
  }
}

/** A language's tag for Intl: that of the device where it names a region of the language. */
export function localeOf(language: string): string {
  return devices().find((tag) => base(tag) === language) ?? language
}

function devices(): readonly string[] {
  return globalThis.navigator?.languages ?? []
}

function base(tag: string): string {
  return tag.split('-')[0]!
}

export const language = new Language()
