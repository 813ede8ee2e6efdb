import { device } from '$lib/device/device.svelte'
import { keep, kept } from '$lib/storage/localStorage'

/** Whose device this is, as far as its notes and ticks have told; a wall is nobody's. */
export function poster(): string | null {
  return device.wall ? null : kept('poster')
}

export function rememberPoster(memberId: string | null): void {
  if (!device.wall) keep('poster', memberId)
}
