import { formatDay, formatDays } from '$lib/time/formats'
import { timesRange } from '../text/eventTimes'
import { DAY, daysOf, type WallSpan } from '$lib/time/wallTime'

const SHORT = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** The day and time of a span: Tue 24 Nov, 16:00 – 17:00. Of several days only the days. */
export function whenText(span: WallSpan, allDay: boolean): string {
  const { first, last } = daysOf(span)
  if (allDay) return first === last ? formatDay(first, SHORT) : formatDays(first, last, SHORT)
  if (span.to - span.from >= DAY) return formatDays(first, last, SHORT)
  return `${formatDay(first, SHORT)}, ${timeText(span)}`
}

/** The time of a span without its day. */
export function timeText(span: WallSpan): string {
  const { start, end } = daysOf(span)
  return timesRange(start, end)
}
