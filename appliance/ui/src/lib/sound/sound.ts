import { settings, zone } from '../api/settings'
import { localOf } from '../time/dates'
import { serverTime } from '../time/serverTime.svelte'
import { isNight } from './night'
import { soundSettings } from './soundSettings.svelte'

/** Plays a cheer: a routine is finished, or all of a person's chores are done. Silent unless this device wants it. */
export function cheer(): void {
  if (mayPlay('cheer')) void import('./play').then(({ playCheer }) => playCheer())
}

/** Plays a chime: a reminder has come. Silent unless this device wants it. */
export function chime(): void {
  if (mayPlay('chime')) void import('./play').then(({ playChime }) => playChime())
}

function mayPlay(name: 'chime' | 'cheer'): boolean {
  return soundSettings.is(name) && !isNight(settings.value, localOf(serverTime.now(), zone()).minutes)
}
