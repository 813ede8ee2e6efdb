import { onReset } from '$lib/device/idle'
import { swallowNextClick } from '$lib/touch/swallowClick'

/** A touch lifts after this time without movement; before, it scrolls and swipes. */
const HOLD_MS = 300
const HOLD_TOLERANCE_PX = 10
/** A mouse lifts after this movement. */
const MOUSE_PX = 4
const RELEASES = ['pointerup', 'pointercancel'] as const

/** Where and how a pointer went down. */
export interface Press {
  target: Element
  x: number
  y: number
  /** A finger or a pen, which cover what they hold. */
  touch: boolean
}

/** Follows the pointer after the lift. `moved`: whether it has left the place where it went down. */
export interface Lifted {
  move(x: number, y: number, moved: boolean): void
  drop(moved: boolean): void
  cancel(): void
}

interface Active extends Press {
  id: number
  /** When it went down, as in the events' `timeStamp`. */
  at: number
  moved: boolean
  lifted: Lifted | null
}

/**
 * Recognises drags on `root`: of a mouse after a few pixels, of a finger or a pen after a hold. `lift` answers what
 * follows the pointer, or null when nothing lifts. Escape, a second finger, an idle reset and leaving the window cancel.
 */
export function followPresses(root: HTMLElement, lift: (press: Press) => Lifted | null): () => void {
  let active: Active | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The pointer of a cancelled drag, until it is released: it neither scrolls nor swipes. */
  let spent: number | null = null

  function down(event: PointerEvent) {
    if (active) return cancel()
    if (event.isPrimary) spent = null
    if (!event.isPrimary || event.button !== 0 || event.ctrlKey || !(event.target instanceof Element)) return
    const { pointerId: id, target, clientX: x, clientY: y } = event
    const touch = event.pointerType !== 'mouse'
    active = { id, at: event.timeStamp, target, x, y, touch, moved: false, lifted: null }
    if (touch) timer = setTimeout(raise, HOLD_MS)
    for (const [name, listener] of Object.entries(following)) addEventListener(name, listener as EventListener, true)
  }

  function raise() {
    clearTimeout(timer)
    const lifted = lift(active!)
    if (!lifted) return forget()
    active!.lifted = lifted
    // Moves outside the window arrive too. A finger is captured by its target.
    if (!active!.touch) root.setPointerCapture(active!.id)
    else navigator.vibrate?.(12)
    document.documentElement.dataset.dragging = ''
    getSelection()?.removeAllRanges()
  }

  function move(event: PointerEvent) {
    if (event.pointerId !== active?.id) return
    // The button was released where this page could not see it.
    if (!active.touch && event.buttons === 0) return cancel()
    const away = Math.hypot(event.clientX - active.x, event.clientY - active.y)
    // A busy page handles the first movement before the timer of the hold.
    const held = event.timeStamp - active.at >= HOLD_MS
    if (!active.lifted && active.touch && away > HOLD_TOLERANCE_PX && !held) return forget()
    if (!active.lifted && active.touch && held) raise()
    if (active && !active.lifted && !active.touch && away > MOUSE_PX) raise()
    if (!active?.lifted) return
    active.moved ||= away > (active.touch ? HOLD_TOLERANCE_PX : MOUSE_PX)
    active.lifted.move(event.clientX, event.clientY, active.moved)
  }

  function up(event: PointerEvent) {
    if (event.pointerId !== active?.id) return
    const { lifted, moved } = active
    forget()
    if (!lifted) return
    // `swipe.ts` leaves a prevented touch alone.
    event.preventDefault()
    lifted.drop(moved)
    swallowNextClick()
  }

  function cancelled(event: PointerEvent) {
    if (event.pointerId === active?.id) cancel()
  }

  function key(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !active?.lifted) return
    event.preventDefault()
    event.stopPropagation()
    cancel()
  }

  /** The window, not an element in it, has lost the focus. */
  function blur(event: Event) {
    if (event.target === window) cancel()
  }

  function cancel() {
    const { lifted = null, id = null } = active ?? {}
    forget()
    if (!lifted) return
    spent = id
    lifted.cancel()
    swallowNextClick()
  }

  function forget() {
    clearTimeout(timer)
    active = null
    delete document.documentElement.dataset.dragging
    for (const [name, listener] of Object.entries(following)) removeEventListener(name, listener as EventListener, true)
  }

  /** Keeps the browser from scrolling under a lifted event. It must be there before the touch begins. */
  function touchMove(event: TouchEvent) {
    if ((active?.lifted || spent !== null) && event.cancelable) event.preventDefault()
  }

  function release(event: PointerEvent) {
    if (event.pointerId !== spent) return
    spent = null
    event.preventDefault()
  }

  /** A long touch would open the browser's menu. */
  function menu(event: Event) {
    if (active?.touch) event.preventDefault()
  }

  const following = { pointermove: move, pointerup: up, pointercancel: cancelled, keydown: key, blur }
  root.addEventListener('pointerdown', down)
  for (const name of RELEASES) addEventListener(name, release, true)
  root.addEventListener('touchmove', touchMove, { passive: false })
  root.addEventListener('contextmenu', menu)
  const stopReset = onReset(cancel)
  return () => {
    cancel()
    stopReset()
    root.removeEventListener('pointerdown', down)
    for (const name of RELEASES) removeEventListener(name, release, true)
    root.removeEventListener('touchmove', touchMove)
    root.removeEventListener('contextmenu', menu)
  }
}
