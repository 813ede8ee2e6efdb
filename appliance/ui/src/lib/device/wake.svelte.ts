/** The light state of the wall: `awake`; `dim` when nobody is there; `night` with only a clock. */
type Light = 'awake' | 'dim' | 'night'

/** Presses are ignored this long after the touch that woke the wall. */
const SHIELD_MS = 300
/** The longest time a finger may rest on the screen that it woke. */
const HELD_MS = 10_000
/** The click of a lifted finger arrives within this time. */
const CLICK_MS = 100
const PRESS_STARTS = ['pointerdown', 'touchstart', 'mousedown', 'keydown']
const PRESS_EVENTS = [
  ...PRESS_STARTS,
  'pointerup',
  'pointercancel',
  'touchend',
  'mouseup',
  'keyup',
  'click',
  'dblclick',
  'contextmenu',
]

/**
 * Whether the wall is awake. Code that switches the real screen follows `light`, or from outside the page `data-wake`
 * on the root element and the `mantel:wake` event on the window. While it is not `awake`, and for a moment after, a
 * touch only wakes.
 */
class Wake {
  #light = $state<Light>('awake')
  /** Whether photos cover the page: the screen is bright, but the next touch only ends the slideshow. */
  covered = $state(false)
  #until = 0
  #fingers = new Set<number>()

  get light(): Light {
    return this.#light
  }

  set light(light: Light) {
    if (light === this.#light) return
    this.#light = light
    document.documentElement.dataset.wake = light
    dispatchEvent(new CustomEvent('mantel:wake', { detail: light }))
  }

  /** Intercepts every press; `onWake` is called for the one that wakes. Returns a function that stops it. */
  guardTouches(onWake: () => void): () => void {
    const guard = (event: Event) => this.#guard(event, onWake)
    document.documentElement.dataset.wake = this.#light
    // The browser turns a touch into a click unless its first event is cancelled.
    for (const name of PRESS_EVENTS) addEventListener(name, guard, { capture: true, passive: false })
    return () => {
      for (const name of PRESS_EVENTS) removeEventListener(name, guard, { capture: true })
    }
  }

  #guard(event: Event, onWake: () => void): void {
    const now = Date.now()
    const finger = event instanceof PointerEvent ? event.pointerId : null
    if ((this.#light !== 'awake' || this.covered) && PRESS_STARTS.includes(event.type)) {
      this.#until = now + (finger === null ? SHIELD_MS : HELD_MS)
      if (finger !== null) this.#fingers.add(finger)
      this.light = 'awake'
      this.covered = false
      onWake()
    } else if (event.type === 'pointerdown' && now < this.#until) this.#fingers.add(finger!)
    else if ((event.type === 'pointerup' || event.type === 'pointercancel') && this.#fingers.delete(finger!)) {
      this.#until = this.#until > now + SHIELD_MS ? now + SHIELD_MS : Math.max(this.#until, now + CLICK_MS)
    } else if (now >= this.#until) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
}

export const wake = new Wake()
