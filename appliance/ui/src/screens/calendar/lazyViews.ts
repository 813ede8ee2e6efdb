/** Each view is fetched when it is first looked at, and kept: the same promise again, so that nothing is built anew. */
function lazy<T>(fetch: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= fetch())
}

export const hours = lazy(() => import('./views/HourGrid.svelte'))
export const month = lazy(() => import('./views/MonthView.svelte'))
export const phoneMonth = lazy(() => import('./views/PhoneMonthView.svelte'))
export const schedule = lazy(() => import('./views/ScheduleView.svelte'))
export const sheet = lazy(() => import('./sheet/EventSheet.svelte'))

/** Fetch what may be wanted next. */
export function prefetch(phone: boolean): void {
  for (const view of [sheet, hours, schedule, phone ? phoneMonth : month]) void view()
}
