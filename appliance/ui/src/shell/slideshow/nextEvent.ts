import type { EventInstance } from '$lib/api/types'

const DAY_MS = 86_400_000

/**
 * What is on now or comes next. A stay of several days that goes on says little: it is named only when nothing else
 * comes.
 */
export function nextEvent<E extends Pick<EventInstance, 'allDay' | 'start' | 'end'>>(
  events: readonly E[],
  now: number,
): E | undefined {
  const goesOn = ({ start, end }: E) => Date.parse(start) <= now && Date.parse(end) - Date.parse(start) >= DAY_MS
  return events
    .filter((event) => !event.allDay && Date.parse(event.end) > now)
    .sort(
      (one, other) => Number(goesOn(one)) - Number(goesOn(other)) || Date.parse(one.start) - Date.parse(other.start),
    )[0]
}
