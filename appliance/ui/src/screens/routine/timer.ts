import { loadLocal, saveLocal } from '$lib/storage/localStorage'

const PLACE = 'routine.timer'

/**
 * When the timer of a step was started, in ms; null when it was not. It is kept beyond the page, so that a screen that
 * slept or was loaded again shows what is left by the clock.
 */
export function startedAt(key: string): number | null {
  const [of, at] = (loadLocal(PLACE) ?? '').split('|')
  return of === key && Number.isFinite(Number(at)) ? Number(at) : null
}

export function start(key: string, now: number): void {
  saveLocal(PLACE, `${key}|${now}`)
}

/** Whole seconds that are left of a timer, rounded up; never negative, and never more than it has. */
export function secondsLeft(seconds: number, started: number, now: number): number {
  return Math.min(seconds, Math.max(0, Math.ceil(seconds - (now - started) / 1000)))
}

/** Minutes and seconds: 2:05. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
