import { flushSync } from 'svelte'

/** A finger that scrolls sends no more `pointermove`. */
const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'touchmove', 'keydown', 'wheel'] as const
const listeners = new Set<() => void>()
let resetting = false

/** Calls back once after `seconds` without a touch or key, and again after the next; `stirred` hears of each. The answer stops it. */
export function whenIdle(seconds: number, back: () => void, stirred?: (sign: Event) => void): () => void {
  let timer = setTimeout(back, seconds * 1000)
  function stir(sign: Event) {
    clearTimeout(timer)
    timer = setTimeout(back, seconds * 1000)
    stirred?.(sign)
  }
  for (const sign of SIGNS) addEventListener(sign, stir, { passive: true, capture: true })
  return () => {
    clearTimeout(timer)
    for (const sign of SIGNS) removeEventListener(sign, stir, { capture: true })
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
