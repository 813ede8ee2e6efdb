/** The page's one clock: it moves on the minute, and at once when the page is looked at again. */
class Clock {
  #now = $state(Date.now())

  /** Milliseconds since the epoch, as of the last minute's turn. */
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
