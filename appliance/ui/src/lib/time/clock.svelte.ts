import { serverTime } from './serverTime.svelte'

/** The page's clock, which follows the server's. Changes every minute, and when the page becomes visible. */
class Clock {
  #now = $state(serverTime.now())

  /** Milliseconds since the epoch, at the last full minute of the server. */
  get now(): number {
    return this.#now
  }

  start(): () => void {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      const now = serverTime.now()
      this.#now = now
      timer = setTimeout(tick, 60_000 - (now % 60_000) + 20)
    }
    // Again when the offset of the server's clock changes.
    const stop = $effect.root(() => {
      $effect(tick)
    })
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      stop()
      document.removeEventListener('visibilitychange', tick)
    }
  }
}

export const clock = new Clock()
