import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** Packages that are shipped as files, not as bundled code. */
const AS_FILES = ['@fontsource-variable/figtree', 'emoji-picker-element-data', 'swagger-ui-dist']

/** Writes the licence notices of packages that are shipped as files: the bundler's own list does not contain them. */
export function notices(): Plugin {
  return {
    name: 'mantel-notices',
    apply: 'build',
    generateBundle() {
      const source = AS_FILES.map(notice).join('\n\n---\n\n')
      this.emitFile({
        type: 'asset',
        fileName: 'licenses-files.md',
        source: `# Fonts, data and documentation\n\n${source}\n`,
      })
    },
  }
}

function notice(name: string): string {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  const { version, license } = JSON.parse(readFileSync(manifest, 'utf8'))
  const folder = dirname(manifest)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licensed under ${license}.`
  return `## ${name} - ${version} (${license})\n\n${text}`
}
