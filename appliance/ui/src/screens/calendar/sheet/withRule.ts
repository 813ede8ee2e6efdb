import { read } from '$lib/http/client'
import type { EventInstance } from '$lib/api/types'

/** An occurrence with the rule of its series, as the calendar's provider says it; without one where it does not. */
export async function withRule(event: EventInstance): Promise<EventInstance> {
  try {
    return { ...event, ...(await read(`/api/events/${encodeURIComponent(event.id)}/rule`)) }
  } catch {
    return event
  }
}
