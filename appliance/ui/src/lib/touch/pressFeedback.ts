import { prefersReducedMotion } from './motion'

/** How much a pressed element shrinks along its longer side. */
const DEPTH_PX = 6
/** A finger that starts to scroll within this time has not pressed. */
const PRESS_DELAY_MS = 40
/** Lets the frame with the result of the press come first. */
const RELEASE_DELAY_MS = 120
const RELEASE_MS = 150

/**
 * Shrinks elements with the class `press` while they are pressed. The browser's `:active` comes only when a short touch
 * ends, and its frame delays the one with the result. The change is immediate, because a running animation would delay
 * the next frame.
 */
export function startPressFeedback(): () => void {
  let pressTimer: ReturnType<typeof setTimeout> | undefined
  let pressedElement: HTMLElement | null = null
  const down = ({ target, button, isPrimary }: PointerEvent) => {
    const pressed = target instanceof Element && target.closest<HTMLElement>('.press:not(:disabled)')
    if (!pressed || !isPrimary || button !== 0 || prefersReducedMotion()) return
    release()
    pressTimer = setTimeout(() => {
      pressedElement = pressed
      pressedElement.style.scale = String(
        1 - DEPTH_PX / Math.max(pressedElement.offsetWidth, pressedElement.offsetHeight),
      )
    }, PRESS_DELAY_MS)
  }
  const release = () => {
    clearTimeout(pressTimer)
    const released = pressedElement
    pressedElement = null
    if (released) setTimeout(() => animateRelease(released), RELEASE_DELAY_MS)
  }
  const up = ({ isPrimary }: PointerEvent) => isPrimary && release()
  const listeners = { pointerdown: down, pointerup: up, pointercancel: up }
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener as EventListener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener as EventListener)
  }
}

function animateRelease(node: HTMLElement): void {
  const { scale } = node.style
  node.style.scale = ''
  node.animate({ scale: [scale, '1'] }, { duration: RELEASE_MS, easing: 'ease-out' })
}
