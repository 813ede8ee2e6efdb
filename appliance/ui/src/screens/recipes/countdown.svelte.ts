import type { CookingTimer } from '$lib/api/types'
import { serverTime } from '$lib/time/serverTime.svelte'

const TICK_MS = 250
/** After that nobody is there; the server forgets it too. */
const RINGS_MS = 10 * 60_000

/** The time of the server, while something on screen counts by it. */
export class Ticking {
  now = $state(serverTime.now())

  constructor() {
    $effect(() => {
      const timer = setInterval(() => (this.now = serverTime.now()), TICK_MS)
      return () => clearInterval(timer)
    })
  }
}

/** Whole seconds until a timer ends, rounded up; 0 while it rings. */
export const leftOf = ({ endsAt, seconds }: CookingTimer, now: number): number =>
  Math.min(seconds, Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1000)))

/** Those that run or ring. */
export const alive = (timers: readonly CookingTimer[], now: number): CookingTimer[] =>
  timers.filter(({ endsAt }) => Date.parse(endsAt) + RINGS_MS > now)
