import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const SOURCE = 'src/sw/sw.ts'
const OUTPUT = 'sw.js'
/** Files a screen may need. Emoji names, documentation and notices are loaded from the server only. */
const SHELL = /^assets\/.*\.(js|css|woff2|svg)$/

/** Builds the service worker as one plain script and gives it the list of the screens' files. */
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
        const files = [
          '/',
          ...Object.keys(bundle)
            .filter((name) => SHELL.test(name))
            .sort()
            .map((name) => `/${name}`),
        ]
        const page = bundle['index.html']
        const hash = createHash('sha256')
          .update(files.join('\n'))
          .update(page?.type === 'asset' ? page.source : '')
        const shell = JSON.stringify({ name: hash.digest('hex').slice(0, 12), files })
        // A single object: the minifier does not change undeclared names.
        script.code = `const __SHELL__=${shell};${script.code}`
      },
    },
  }
}
