import type { Plugin } from 'vite'

const FILE = /\bsrc\/words\/pl\.json$/
const SHORT_WORD = /(?<![\p{L}\p{N}])([aiouwz]) /giu

/** Keeps each word of one letter on the line of the next word, by a no-break space. */
export const bound = (text: string): string => text.replace(SHORT_WORD, '$1\u00a0')

/** In Polish no line ends with a word of one letter: the built file of texts sees to it, so that writers need not. */
export function shortWords(): Plugin {
  return {
    name: 'mantel-short-words',
    generateBundle(_, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.originalFileNames.some((name) => FILE.test(name))) continue
        asset.source = bound(typeof asset.source === 'string' ? asset.source : new TextDecoder().decode(asset.source))
      }
    },
  }
}
