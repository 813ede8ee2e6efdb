import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const IMPORT = /\bimport\((['"][^'"]+['"])\)/g
const BUSY = fileURLToPath(new URL('../src/lib/busy.ts', import.meta.url))

/** Counts each `import()` of the page as work of `lib/busy.ts`, so that no component has to. */
export function countImports(): Plugin {
  return {
    name: 'count-imports',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!/\/src\/.*\.(ts|svelte)$/.test(id) || code.search(IMPORT) < 0) return
      return `import { busy as countedImport } from '${BUSY}'\n${code.replace(IMPORT, 'countedImport(import($1))')}`
    },
  }
}
