/** Loads a part on first use and caches the promise, so that Svelte does not rebuild it. */
function lazy<T>(fetch: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= fetch())
}

export const views = lazy(() => import('./views/views'))
/** Apart from the others: a wall needs it for the day only. */
export const hours = lazy(() => import('./views/HourGrid.svelte'))
export const birthday = lazy(() => import('./birthday/BirthdaySheet.svelte'))
export const sheet = lazy(() => import('./sheet/EventSheet.svelte'))
