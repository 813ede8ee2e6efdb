import { loadLocal, saveLocal } from '../storage/localStorage'
import { useTexts } from './dictionary'
import { setPluralRules } from './translate'

const STORED = 'language'
const ENGLISH = 'en'
/** Of a tag, but not of the languages for tests. */
const REGION = /-(?!X[AB]$).*/

/**
 * The language of the UI: this device's own choice, else the household's, else the browser's. Screens read their
 * texts when they are made, so they are made again when `tag` changes.
 */
class Language {
  #tag = $state(ENGLISH)
  #own = $state(loadLocal(STORED))

  /** The language in use: English, or the name of a file of `words/`. */
  get tag(): string {
    return this.#tag
  }

  /** The choice of this device; null for the household's language. */
  get own(): string | null {
    return this.#own
  }

  /** The tag for Intl: that of the device where it names a region of this language, as `de-AT` does. */
  get locale(): string {
    return localeOf(this.#tag)
  }

  choose(own: string | null): void {
    this.#own = own
    saveLocal(STORED, own)
  }

  /**
   * Loads the texts of the language that is to be used; `household` is the household's tag, or `auto`. The language
   * stays as it is where they cannot be loaded.
   */
  async load(household: string): Promise<void> {
    const wanted = [this.#own, household, ...devices()].filter((tag) => tag && tag !== 'auto') as string[]
    if (wanted[0]?.replace(REGION, '') === this.#tag) return
    try {
      const { loadTexts } = await import('./loadTexts')
      const { tag, plurals, texts, direction } = await loadTexts(wanted)
      if (tag === this.#tag) return
      useTexts(texts)
      setPluralRules(plurals)
      Object.assign(document.documentElement, { lang: tag, dir: direction })
      this.#tag = tag
    } catch {
      // Offline, and not stored on this device.
    }
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
