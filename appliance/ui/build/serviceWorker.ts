import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

const SOURCE = 'src/sw/sw.ts'
const OUTPUT = 'sw.js'
const LIST = 'shell.json'
/** Files a screen may need. Emoji names, documentation and notices are loaded from the server only. */
const SHELL = /^assets\/.*\.(js|css|woff2|svg)$/
const LANGUAGE = /^src\/words\/.*\.json$/
/** Makes the languages for tests. */
const FOR_TESTS = /\/src\/lib\/i18n\/pseudo\.ts$/

type Written = Rolldown.OutputAsset | Rolldown.OutputChunk

const isLanguage = (file: Written) =>
  file.type === 'asset' && file.originalFileNames.some((name) => LANGUAGE.test(name))

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
          ...Object.values(bundle)
            .filter((file) => SHELL.test(file.fileName) || isLanguage(file))
            .filter((file) => !(file.type === 'chunk' && FOR_TESTS.test(file.facadeModuleId ?? '')))
            .map(({ fileName }) => `/${fileName}`)
            .sort(),
        ]
        // For pages on plain http, which have no service worker.
        this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify(files.slice(1)) })
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
