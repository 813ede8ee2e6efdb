import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FILE = /\/src\/words\/en\.json$/
const SOURCE = /\/src\/.*\.(svelte|ts)$/
const RESOLVED_PREFIX = '\0words:'

/** Splits words/en.json by section: each chunk contains only the sections that its code uses. */
export function texts(path: string): Plugin {
  const sections = (): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8'))
  let uses: [section: string, use: RegExp][] = []
  const findSections = () => {
    uses = Object.keys(sections()).map((section) => [section, new RegExp(`['"\`]${section}\\.`)])
  }
  return {
    name: 'mantel-words',
    enforce: 'post',
    buildStart: findSections,
    watchChange: findSections,
    resolveId: (id) => (id.startsWith('words:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(RESOLVED_PREFIX)) return
      this.addWatchFile(path)
      const section = id.slice(RESOLVED_PREFIX.length)
      return `import { addTexts } from '$lib/i18n/dictionary'\naddTexts(${JSON.stringify(section)}, ${JSON.stringify(sections()[section])})\n`
    },
    transform(code, id) {
      const file = id.split('?')[0]!
      if (!SOURCE.test(file) || FILE.test(file) || file.includes('.test.')) return
      const usedSections = uses.filter(([, use]) => use.test(code)).map(([section]) => section)
      if (usedSections.length === 0) return
      return { code: usedSections.map((section) => `import 'words:${section}'\n`).join('') + code, map: null }
    },
  }
}
