/** The page's clock. Changes every minute, and when the page becomes visible. */
class Clock {
  #now = $state(Date.now())

  /** Milliseconds since the epoch, at the last full minute. */
  get now(): number {
    return this.#now
  }

  start(): () => void {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      this.#now = Date.now()
      timer = setTimeout(tick, 60_000 - (this.#now % 60_000) + 20)
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }
}

export const clock = new Clock()
