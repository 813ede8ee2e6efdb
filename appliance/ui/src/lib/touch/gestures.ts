/** Movement since the fingers went down: pixels, a factor, and radians clockwise. */
export interface Move {
  dx: number
  dy: number
  scale: number
  rotation: number
}

export interface Handlers {
  onstart?: (event: PointerEvent) => void
  onmove: (move: Move) => void
  onend?: () => void
}

interface Point {
  x: number
  y: number
}

/** The smallest rotation between two angles: without it a pinch jumps by a full turn. */
export function turn(from: number, to: number): number {
  return Math.atan2(Math.sin(to - from), Math.cos(to - from))
}

/** Reports one finger as a drag and two as drag, pinch and rotation. Returns a function that stops it. */
export function followFingers(node: HTMLElement, handlers: Handlers): () => void {
  const fingers = new Map<number, Point>()
  const total: Move = { dx: 0, dy: 0, scale: 1, rotation: 0 }

  function down(event: PointerEvent) {
    if (fingers.size === 2 || (event.pointerType === 'mouse' && event.button !== 0)) return
    node.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (fingers.size > 1) return
    Object.assign(total, { dx: 0, dy: 0, scale: 1, rotation: 0 })
    handlers.onstart?.(event)
  }

  function move(event: PointerEvent) {
    const previous = fingers.get(event.pointerId)
    if (!previous) return
    const before = geometryOf(fingers)
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const after = geometryOf(fingers)
    total.dx += after.x - before.x
    total.dy += after.y - before.y
    if (fingers.size === 2 && before.span > 0) {
      total.scale *= after.span / before.span
      total.rotation += turn(before.angle, after.angle)
    }
    handlers.onmove({ ...total })
  }

  function up(event: PointerEvent) {
    if (fingers.delete(event.pointerId) && fingers.size === 0) handlers.onend?.()
  }

  /** Otherwise Chromium takes the end of a quick drag for a fling, and for half a second makes no click of the next tap. */
  function prevent(event: TouchEvent) {
    if (event.cancelable) event.preventDefault()
  }

  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up }
  const touchAction = node.style.touchAction
  node.style.touchAction = 'none'
  for (const [name, listener] of Object.entries(listeners)) node.addEventListener(name, listener as EventListener)
  node.addEventListener('touchmove', prevent, { passive: false })
  return () => {
    node.style.touchAction = touchAction
    node.removeEventListener('touchmove', prevent)
    for (const [name, listener] of Object.entries(listeners)) node.removeEventListener(name, listener as EventListener)
  }
}

function geometryOf(fingers: Map<number, Point>): Point & { span: number; angle: number } {
  const [a, b] = [...fingers.values()] as [Point, Point | undefined]
  if (!b) return { ...a, span: 0, angle: 0 }
  return {
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    span: Math.hypot(b.x - a.x, b.y - a.y),
    angle: Math.atan2(b.y - a.y, b.x - a.x),
  }
}
