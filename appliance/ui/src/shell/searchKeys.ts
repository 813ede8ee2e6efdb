import { router } from '$lib/router.svelte'
import { to } from '$lib/to'

/** Ctrl or Command with K, and the slash outside text fields and dialogs, open the search. Returns a function that stops. */
export function startSearchKeys(): () => void {
  addEventListener('keydown', onKeydown)
  return () => removeEventListener('keydown', onKeydown)
}

function onKeydown(event: KeyboardEvent): void {
  const inText = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]')
  const slash = event.key === '/' && !inText && !event.ctrlKey && !event.metaKey && !event.altKey
  const letter = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
  if (!(slash || letter) || event.defaultPrevented || document.querySelector('dialog[open]')) return
  event.preventDefault()
  router.go(to.search())
}
