import { device } from '$lib/device/device.svelte'
import { loadLocal, saveLocal } from '$lib/storage/localStorage'

/** The default author of notes and ticks on this device; null on a wall. */
export function defaultAuthor(): string | null {
  return device.wall ? null : loadLocal('poster')
}

export function rememberAuthor(memberId: string | null): void {
  if (!device.wall) saveLocal('poster', memberId)
}
