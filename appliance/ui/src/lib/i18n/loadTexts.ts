import { busy } from '../busy'
import { codedText } from '../errors/codedText'
import { wording } from '../errors/wording'
import type { TextTree } from './dictionary'
import { bestLanguage, ENGLISH, PSEUDO_LANGUAGES, TEXT_FILES } from './languages'

const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/

export interface LoadedTexts {
  /** The best of the wanted languages. */
  tag: string
  /** The language whose plural rules select forms. */
  plurals: string
  /** Empty for English, whose texts are part of the code. */
  texts: TextTree
  direction: 'ltr' | 'rtl'
}

/** Loads the texts of the best of the `wanted` languages. Throws when they cannot be loaded. */
export async function loadTexts(wanted: readonly string[]): Promise<LoadedTexts> {
  const tag = bestLanguage(wanted, [ENGLISH, ...Object.keys(TEXT_FILES), ...PSEUDO_LANGUAGES])
  wording.of = codedText
  const direction = RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr'
  if (PSEUDO_LANGUAGES.some((each) => each === tag)) {
    const { pseudoTexts } = await import('./pseudo')
    return { tag, plurals: ENGLISH, texts: pseudoTexts(tag), direction }
  }
  if (!TEXT_FILES[tag]) return { tag, plurals: tag, texts: {}, direction }
  const answer = await busy(fetch(TEXT_FILES[tag]))
  if (!answer.ok) throw new Error(`${tag}: ${answer.status}`)
  return { tag, plurals: tag, texts: (await answer.json()) as TextTree, direction }
}
