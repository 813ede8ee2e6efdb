import type { Plugin } from 'vite'
import { languageFiles } from './languageFiles.ts'

const MODULE = 'virtual:completeness'

/** Provides the percentage of texts that each language has, by its tag; English is not in it. */
export function completeness(): Plugin {
  return {
    name: 'mantel-completeness',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: {
      filter: { id: new RegExp(`^\0${MODULE}$`) },
      handler() {
        const ui = languageFiles().filter(({ of }) => of === 'ui')
        return `export default ${JSON.stringify(Object.fromEntries(ui.map(({ tag, state }) => [tag, state.percent])))}`
      },
    },
  }
}
