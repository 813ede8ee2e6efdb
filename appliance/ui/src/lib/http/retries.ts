import { known } from './resource.svelte'

const RETRY_MS = 5_000

/**
 * Asks again for what is shown and whose last response was lost: the household's counter, with which it is loaded, may
 * not change for hours. Returns a function that stops it.
 */
export function startRetries(): () => void {
  const timer = setInterval(() => {
    if (document.hidden) return
    for (const each of known.values()) if (each.used && each.error?.offline) void each.refresh()
  }, RETRY_MS)
  return () => clearInterval(timer)
}
