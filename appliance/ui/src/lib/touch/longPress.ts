import type { Attachment } from 'svelte/attachments'
import { swallowNextClick } from './swallowClick'

const LONG_PRESS_MS = 550
const MOVE_TOLERANCE_PX = 10
/** A press within two elements is the inner one's. */
const taken = new WeakSet<Event>()

/** Calls back on a long press, which does not click, and on what opens a context menu with a mouse or a keyboard. */
export function onLongPress(onhold: () => void): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let from = { x: 0, y: 0 }
    const stop = () => clearTimeout(timer)
    const down = (event: PointerEvent) => {
      stop()
      if (event.button !== 0 || taken.has(event)) return
      taken.add(event)
      from = { x: event.clientX, y: event.clientY }
      timer = setTimeout(() => {
        swallowNextClick()
        onhold()
      }, LONG_PRESS_MS)
    }
    const move = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > MOVE_TOLERANCE_PX) stop()
    }
    const menu = (event: Event) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      if ((event as PointerEvent).pointerType !== 'touch') onhold()
    }
    const listeners = {
      pointerdown: down,
      pointermove: move,
      pointerup: stop,
      pointercancel: stop,
      pointerleave: stop,
      contextmenu: menu,
    }
    for (const [name, listener] of Object.entries(listeners)) node.addEventListener(name, listener as EventListener)
    return () => {
      stop()
      for (const [name, listener] of Object.entries(listeners))
        node.removeEventListener(name, listener as EventListener)
    }
  }
}
