import { isRightToLeft } from '$lib/i18n/direction'
import type { Attachment } from 'svelte/attachments'

const MIN_DISTANCE_PX = 56
/** Minimum ratio of horizontal to vertical movement. */
const MIN_SLOPE = 1.7

/** Calls back on a horizontal swipe: 1 for later, -1 for earlier. */
export function onSwipe(callback: (by: 1 | -1) => void): Attachment<HTMLElement> {
  return (node) => {
    let from: { x: number; y: number; id: number } | null = null
    const down = (event: PointerEvent) => {
      from = event.pointerType === 'mouse' || from ? null : { x: event.clientX, y: event.clientY, id: event.pointerId }
    }
    const up = (event: PointerEvent) => {
      const start = from
      from = null
      if (!start || start.id !== event.pointerId || event.type === 'pointercancel' || event.defaultPrevented) return
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
      if (Math.abs(dx) > MIN_DISTANCE_PX && Math.abs(dx) > MIN_SLOPE * Math.abs(dy))
        callback(dx < 0 === isRightToLeft() ? -1 : 1)
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
