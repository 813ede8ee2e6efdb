export const HOLD_MS = 2_000
/** A finger that moves further, in pixels, is not held. */
const STILL = 40

/** Calls back when exactly two fingers rest on the screen for two seconds; a whole hand has more. */
export class TwoFingerHold {
  /** Two fingers are down. */
  held = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  readonly #starts = new Map<number, Touch>()

  constructor(private readonly onheld: () => void) {}

  follow({ touches }: TouchEvent): void {
    const down = [...touches]
    if (down.length !== 2 || down.some((each) => this.#moved(each))) return this.stop()
    if (this.held) return
    this.held = true
    for (const each of down) this.#starts.set(each.identifier, each)
    this.#timer = setTimeout(() => {
      this.stop()
      this.onheld()
    }, HOLD_MS)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.held = false
    this.#starts.clear()
  }

  #moved({ identifier, clientX, clientY }: Touch): boolean {
    if (!this.held) return false
    const start = this.#starts.get(identifier)
    return !start || Math.hypot(clientX - start.clientX, clientY - start.clientY) > STILL
  }
}
