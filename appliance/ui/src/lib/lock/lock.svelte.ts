/** The parents' PIN on this screen. Times are in milliseconds since the epoch, and 0 for none. */
export const lock = $state({
  /** The PIN pad is open. */
  asking: false,
  /** The PIN was asked for since the page was loaded. */
  used: false,
  /** When the grant of this screen ends. */
  until: 0,
  /** The last grant ran out by itself, and nobody has unlocked the screen since. */
  ranOut: false,
  /** Until then no PIN is accepted, after too many wrong ones. */
  waitUntil: 0,
})

let asked: Promise<boolean> | null = null
let resolve: (unlocked: boolean) => void

/** Opens the PIN pad. Resolves to false when the person cancels. Simultaneous calls share one pad. */
export function askForPin(): Promise<boolean> {
  lock.used = lock.asking = true
  return (asked ??= new Promise((resolved) => (resolve = resolved)))
}

/** Closes the PIN pad. */
export function closePinPad(unlocked: boolean): void {
  lock.asking = false
  asked = null
  resolve(unlocked)
}
