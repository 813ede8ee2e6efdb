import { settings, zone } from '$lib/api/settings'
import { clock } from '$lib/time/clock.svelte'
import { todayIn } from '$lib/time/dates'

/** The household's date; changes at midnight. */
export function today(): string {
  void settings.value
  return todayIn(zone(), clock.now)
}
