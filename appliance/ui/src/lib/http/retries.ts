import { known } from './resource.svelte'

const RETRY_MS = 15_000

/**
 * Asks again for what is shown and whose last response was lost: the household's counter, with which it is loaded, may
 * not change for hours. Returns a function that stops it.
 */
export function startRetries(): () => void {
  const timer = setInterval(() => void retry(), RETRY_MS)
  return () => clearInterval(timer)
}

/** One request at a time while the server is not reached; the others follow its response. */
async function retry(): Promise<void> {
  if (document.hidden) return
  const [first, ...others] = [...known.values()].filter((each) => each.used && each.error?.offline)
  await first?.refresh()
  if (!first?.error) for (const each of others) void each.refresh()
}
