/** Keeps the screen on until the returned function is called; where the browser cannot, it goes dark as usual. */
export function keepAwake(): () => void {
  const locks = (navigator as Partial<Navigator>).wakeLock
  let lock: WakeLockSentinel | undefined
  let ended = false

  // The browser releases it while the page is hidden.
  async function request(): Promise<void> {
    if (!locks || ended || document.hidden) return
    try {
      lock = await locks.request('screen')
      if (ended) await lock.release()
    } catch {
      // With a low battery it is refused.
    }
  }

  const onVisible = () => void request()
  document.addEventListener('visibilitychange', onVisible)
  onVisible()
  return () => {
    ended = true
    document.removeEventListener('visibilitychange', onVisible)
    void lock?.release().catch(() => {})
  }
}
