import type { Plugin } from 'vite'

const AWAIT = /svelte\/src\/internal\/client\/dom\/blocks\/await\.js$/
const DONE = 'unset_context(false);'

/**
 * Clears the list of written values when an `{#await}` block settles. Svelte 5 adds each value to a list that only
 * effects clear, and no effect runs there, so the list keeps every awaited value until the page is closed. A wall's
 * page stays open for months. The build fails when Svelte no longer contains the patched line; remove this file when
 * Svelte clears the list itself.
 */
export function clearAwaited(): Plugin {
  return {
    name: 'clear-awaited',
    apply: 'build',
    transform(code, id) {
      if (!AWAIT.test(id)) return
      if (code.split(DONE).length !== 2)
        this.error('Svelte settles {#await} in another way now: see whether build/clearAwaited.ts is still needed')
      return `import { set_untracked_writes } from '../../runtime.js'\n${code.replace(DONE, `${DONE}\nset_untracked_writes(null);`)}`
    },
  }
}
