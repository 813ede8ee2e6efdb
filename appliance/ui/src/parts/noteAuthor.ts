import { device } from '$lib/device/device.svelte'
import { loadLocal, saveLocal } from '$lib/storage/localStorage'

/** Whose device this is, as far as its notes and ticks have told; a wall is nobody's. */
export function defaultAuthor(): string | null {
  return device.wall ? null : loadLocal('poster')
}

export function rememberAuthor(memberId: string | null): void {
  if (!device.wall) saveLocal('poster', memberId)
}
