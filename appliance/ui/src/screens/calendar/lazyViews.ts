/** Loads a view on first use and caches the promise, so that Svelte does not rebuild it. */
function lazy<T>(fetch: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= fetch())
}

export const hours = lazy(() => import('./views/HourGrid.svelte'))
export const month = lazy(() => import('./views/MonthView.svelte'))
export const phoneMonth = lazy(() => import('./views/PhoneMonthView.svelte'))
export const schedule = lazy(() => import('./views/ScheduleView.svelte'))
export const sheet = lazy(() => import('./sheet/EventSheet.svelte'))

/** Loads the views that may be needed next. */
export function prefetch(phone: boolean): void {
  for (const view of [sheet, hours, schedule, phone ? phoneMonth : month]) void view()
}
