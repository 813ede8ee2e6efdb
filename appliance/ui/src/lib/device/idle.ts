import { flushSync } from 'svelte'

/** A scrolling finger sends no more `pointermove` events. */
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'touchstart', 'touchmove', 'keydown', 'wheel'] as const
const listeners = new Set<() => void>()
let resetting = false

/**
 * Calls `callback` after `seconds` without input, and again after the next input; `onActivity` is called for each
 * input. Returns a function that stops it.
 */
export function onIdle(seconds: number, callback: () => void, onActivity?: (event: Event) => void): () => void {
  let timer = setTimeout(callback, seconds * 1000)
  function activity(event: Event) {
    clearTimeout(timer)
    timer = setTimeout(callback, seconds * 1000)
    onActivity?.(event)
  }
  for (const event of ACTIVITY_EVENTS) addEventListener(event, activity, { passive: true, capture: true })
  return () => {
    clearTimeout(timer)
    for (const event of ACTIVITY_EVENTS) removeEventListener(event, activity, { capture: true })
  }
}

/** Calls back before an idle reset. Returns a function that stops it. */
export function onReset(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notifies the listeners of an idle reset, then performs it. */
export function reset(goHome: () => void): void {
  for (const listener of listeners) listener()
  resetting = true
  flushSync(goHome)
  resetting = false
}

/** Whether a component is being destroyed by an idle reset. */
export function isResetting(): boolean {
  return resetting
}
