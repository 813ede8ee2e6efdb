import type { Attachment } from 'svelte/attachments'

const FAR = 56
/** So much more sideways than up or down. */
const SLANT = 1.7

/** Calls back when a finger is drawn sideways: 1 towards what is later, -1 towards what is earlier. */
export function swiped(turn: (by: 1 | -1) => void): Attachment<HTMLElement> {
  return (node) => {
    let from: { x: number; y: number; id: number } | null = null
    const down = (event: PointerEvent) => {
      from = event.pointerType === 'mouse' || from ? null : { x: event.clientX, y: event.clientY, id: event.pointerId }
    }
    const up = (event: PointerEvent) => {
      const start = from
      from = null
      if (!start || start.id !== event.pointerId || event.type === 'pointercancel') return
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
      if (Math.abs(dx) > FAR && Math.abs(dx) > SLANT * Math.abs(dy)) turn(dx < 0 ? 1 : -1)
    }
    node.style.touchAction = 'pan-y'
    const listeners = { pointerdown: down, pointerup: up, pointercancel: up }
    for (const [name, listener] of Object.entries(listeners)) node.addEventListener(name, listener as EventListener)
    return () => {
      node.style.touchAction = ''
      for (const [name, listener] of Object.entries(listeners))
        node.removeEventListener(name, listener as EventListener)
    }
  }
}
