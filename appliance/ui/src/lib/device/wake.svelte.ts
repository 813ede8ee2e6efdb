/** How much light the wall gives: all of it; little, because nobody is there; or only the clock of the night. */
export type Light = 'awake' | 'dim' | 'night'

/** So long after the touch that woke the wall nothing is pressed yet. */
const SHIELD_MS = 300
/** The longest a finger may rest on the glass that it woke. */
const HELD_MS = 10_000
/** Within it the click of a lifted finger arrives. */
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
 * Whether the wall is awake. Whoever switches the real screen off and on follows `light` here or from outside the page:
 * `data-wake` on the root element holds it, and every change is told by a `mantel:wake` event on the window. While it is
 * not `awake`, and for a moment after, a touch wakes and does nothing else.
 */
class Wake {
  #light = $state<Light>('awake')
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

  /** Stands before every press; `woken` hears of the one that wakes. The answer takes the shield away. */
  guardTouches(onWake: () => void): () => void {
    const guard = (event: Event) => this.#guard(event, onWake)
    document.documentElement.dataset.wake = this.#light
    // The browser makes a click of a touch however it is stopped, unless its beginning is refused.
    for (const name of PRESS_EVENTS) addEventListener(name, guard, { capture: true, passive: false })
    return () => {
      for (const name of PRESS_EVENTS) removeEventListener(name, guard, { capture: true })
    }
  }

  #guard(event: Event, onWake: () => void): void {
    const now = Date.now()
    const finger = event instanceof PointerEvent ? event.pointerId : null
    if (this.#light !== 'awake' && PRESS_STARTS.includes(event.type)) {
      this.#until = now + (finger === null ? SHIELD_MS : HELD_MS)
      if (finger !== null) this.#fingers.add(finger)
      this.light = 'awake'
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
