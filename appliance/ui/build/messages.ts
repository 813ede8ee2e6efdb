import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { messagesOf, PARTS, TAGS, uiLanguages } from './messageFiles.ts'
import type { Messages } from './messageState.ts'

const MODULE = 'virtual:messages'
const SHORT_WORD = /(?<![\p{L}\p{N}])([aiouwz]) /giu

/** In Polish no line ends with a word of one letter: a no-break space keeps it on the line of the next word. */
export const bound = (text: string): string => text.replace(SHORT_WORD, '$1\u00a0')

/** Messages with the English ones where the language has none. */
export function filled(english: Messages, translated: Messages): Messages {
  const each = Object.entries(english).map(([key, text]): [string, string | Messages] => {
    const own = translated[key]
    const isSection = typeof text === 'object' && typeof own === 'object' && !('other' in text)
    return [key, isSection ? filled(text, own) : (own ?? text)]
  })
  return Object.fromEntries(each)
}

/**
 * Writes the files of every language, and provides their addresses and the share of the messages that each language
 * but English has, in percent.
 */
export function messages(): Plugin {
  let isBuild = false
  return {
    name: 'mantel-messages',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: {
      filter: { id: new RegExp(`^\0${MODULE}$`) },
      handler() {
        const addressOf = (tag: string, part: (typeof PARTS)[number]) => {
          if (!isBuild) return `/src/messages/${tag}/${part}.json`
          const text = JSON.stringify(filled(messagesOf('en', part), messagesOf(tag, part)))
          const source = tag === 'pl' ? bound(text) : text
          const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
          const fileName = `assets/messages/${tag}-${part}-${hash}.json`
          this.emitFile({ type: 'asset', fileName, source })
          return `/${fileName}`
        }
        const files = TAGS.map((tag) => [tag, PARTS.map((part) => addressOf(tag, part))])
        const shares = uiLanguages().map(({ tag, state }) => [tag, state.percent])
        return [
          `export const files = ${JSON.stringify(Object.fromEntries(files))}`,
          `export const shares = ${JSON.stringify(Object.fromEntries(shares))}`,
        ].join('\n')
      },
    },
  }
}
