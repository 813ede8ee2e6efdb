import { flushSync } from 'svelte'

/** A finger that scrolls sends no more `pointermove`. */
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'touchstart', 'touchmove', 'keydown', 'wheel'] as const
const listeners = new Set<() => void>()
let resetting = false

/** Calls back once after `seconds` without a touch or key, and again after the next; `stirred` hears of each. The answer stops it. */
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

/** Calls back when the wall was left alone, before its screen goes home; the answer stops it. */
export function onReset(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells everybody that the wall was left alone, then does it. */
export function reset(goHome: () => void): void {
  for (const listener of listeners) listener()
  resetting = true
  flushSync(goHome)
  resetting = false
}

/** Whether what closes now closes because the wall was left alone. */
export function isResetting(): boolean {
  return resetting
}
