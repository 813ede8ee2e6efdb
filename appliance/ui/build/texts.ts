import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FILE = /\/src\/words\/en\.json$/
const SOURCE = /\/src\/.*\.(svelte|ts)$/
const ASKED = '\0words:'

/** The words stay in one file to write, and travel in parts: a chunk brings the sections that its own code names. */
export function texts(path: string): Plugin {
  const sections = (): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8'))
  return {
    name: 'mantel-words',
    enforce: 'post',
    resolveId: (id) => (id.startsWith('words:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(ASKED)) return
      this.addWatchFile(path)
      const section = id.slice(ASKED.length)
      return `import { addTexts } from '$lib/i18n/dictionary'\naddTexts(${JSON.stringify(section)}, ${JSON.stringify(sections()[section])})\n`
    },
    transform(code, id) {
      const file = id.split('?')[0]!
      if (!SOURCE.test(file) || FILE.test(file) || file.includes('.test.')) return
      const named = Object.keys(sections()).filter((section) => new RegExp(`['"\`]${section}\\.`).test(code))
      if (named.length === 0) return
      return { code: named.map((section) => `import 'words:${section}'\n`).join('') + code, map: null }
    },
  }
}
