/** Each view is fetched when it is first looked at, and kept: the same promise again, so that nothing is built anew. */
function kept<T>(fetch: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= fetch())
}

export const hours = kept(() => import('./views/HourGrid.svelte'))
export const month = kept(() => import('./views/MonthView.svelte'))
export const phoneMonth = kept(() => import('./views/PhoneMonthView.svelte'))
export const schedule = kept(() => import('./views/ScheduleView.svelte'))
export const sheet = kept(() => import('./sheet/EventSheet.svelte'))

/** Fetch what may be wanted next. */
export function fetchAhead(phone: boolean): void {
  for (const view of [sheet, hours, schedule, phone ? phoneMonth : month]) void view()
}
