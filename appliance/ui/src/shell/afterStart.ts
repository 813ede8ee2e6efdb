import { mount, unmount } from 'svelte'
import { reportConnectionKind } from '$lib/api/home'
import { startRetries } from '$lib/http/retries'
import { language } from '$lib/i18n/language.svelte'
import { loadLocal } from '$lib/storage/localStorage'
import { startPressFeedback } from '$lib/touch/pressFeedback'
import KitchenTimers from './KitchenTimers.svelte'
import { startSearchKeys } from './searchKeys'

/** Starts what the first picture does not need. Returns a function that stops it. */
export function afterStart(): () => void {
  // A screen that needs them asks again.
  void language.loadRest().catch(() => {})
  // Shown to parents in the settings; retried on the next visit after a failure.
  void reportConnectionKind().catch(() => {})
  if (loadLocal('chime')) void import('$lib/sound/reminderChime.svelte').then((chime) => chime.startReminderChime())
  const stops = [startRetries(), startPressFeedback(), startSearchKeys(), showTimers()]
  return () => stops.forEach((stop) => stop())
}

/** Below the screen, above the state of the connection. */
function showTimers(): () => void {
  const target = document.getElementById('main')!
  const timers = mount(KitchenTimers, { target, anchor: target.lastElementChild! })
  return () => void unmount(timers)
}
