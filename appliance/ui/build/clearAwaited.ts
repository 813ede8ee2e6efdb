import type { Plugin } from 'vite'

const AWAIT = /svelte\/src\/internal\/client\/dom\/blocks\/await\.js$/
const DONE = 'unset_context(false);'

/**
 * When an `{#await}` block settles, Svelte 5 notes its write on a list that only effects clear, and no effect runs there: the
 * list keeps every value that was ever awaited for as long as the page lives. A wall's page lives for months, so the block
 * clears it. A Svelte without the line stops the build, and this file goes when Svelte clears the list itself.
 */
export function clearAwaited(): Plugin {
  return {
    name: 'forget-awaited',
    apply: 'build',
    transform(code, id) {
      if (!AWAIT.test(id)) return
      if (code.split(DONE).length !== 2)
        this.error('Svelte settles {#await} in another way now: see whether build/clearAwaited.ts is still needed')
      return `import { set_untracked_writes } from '../../runtime.js'\n${code.replace(DONE, `${DONE}\nset_untracked_writes(null);`)}`
    },
  }
}
