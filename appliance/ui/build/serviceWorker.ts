import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const SOURCE = 'src/sw/sw.ts'
const OUTPUT = 'sw.js'
const LIST = 'shell.json'
/** Files a screen may need. Emoji names, documentation and notices are loaded from the server only. */
const SHELL = /^assets\/.*\.(js|css|woff2|svg|wasm)$/
const MESSAGES = /^assets\/messages\/(.+)-(?:core|rest)-.{8}\.json$/

/** Builds the service worker as one plain script and gives it the lists of the screens' files and of each language's. */
export function serviceWorker(): Plugin {
  return {
    name: 'mantel-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: SOURCE, fileName: OUTPUT })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const script = bundle[OUTPUT]
        if (script?.type !== 'chunk') return this.error(`${OUTPUT} was not built`)
        if (script.imports.length > 0 || script.exports.length > 0) return this.error(`${OUTPUT} must stand alone`)
        const names = Object.keys(bundle).sort()
        const files = ['/', ...names.filter((name) => SHELL.test(name)).map((name) => `/${name}`)]
        const messages: Record<string, string[]> = {}
        for (const name of names) {
          const [, tag] = MESSAGES.exec(name) ?? []
          if (tag) (messages[tag] ??= []).push(`/${name}`)
        }
        // For pages on plain http, which have no service worker.
        this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify(files.slice(1)) })
        const page = bundle['index.html']
        const hash = createHash('sha256')
          .update(JSON.stringify([files, messages]))
          .update(page?.type === 'asset' ? page.source : '')
        const shell = JSON.stringify({ name: hash.digest('hex').slice(0, 12), files, messages })
        // A single object: the minifier does not change undeclared names.
        script.code = `const __SHELL__=${shell};${script.code}`
      },
    },
  }
}
