import { calm } from './motion'

/** How much smaller what is pressed becomes along its longer side. */
const DEPTH_PX = 6
/** A finger that begins to scroll within it has pressed nothing. */
const PATIENCE_MS = 40
/** First comes the frame that shows what the touch did. */
const RISES_AFTER_MS = 120
const RISING_MS = 150

/**
 * What has the class `press` sinks under a finger, and rises once it is let go. The browser's own `:active` comes only when
 * a short touch ends, and its frame stands before the one that shows what the touch did. It sinks at once, because a frame
 * that waits for a running animation comes late.
 */
export function presses(): () => void {
  let patience: ReturnType<typeof setTimeout> | undefined
  let sunk: HTMLElement | null = null
  const down = ({ target, button, isPrimary }: PointerEvent) => {
    const pressed = target instanceof Element && target.closest<HTMLElement>('.press:not(:disabled)')
    if (!pressed || !isPrimary || button !== 0 || calm()) return
    release()
    patience = setTimeout(() => {
      sunk = pressed
      sunk.style.scale = String(1 - DEPTH_PX / Math.max(sunk.offsetWidth, sunk.offsetHeight))
    }, PATIENCE_MS)
  }
  const release = () => {
    clearTimeout(patience)
    const risen = sunk
    sunk = null
    if (risen) setTimeout(() => rise(risen), RISES_AFTER_MS)
  }
  const up = ({ isPrimary }: PointerEvent) => isPrimary && release()
  const listeners = { pointerdown: down, pointerup: up, pointercancel: up }
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener as EventListener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener as EventListener)
  }
}

function rise(node: HTMLElement): void {
  const { scale } = node.style
  node.style.scale = ''
  node.animate({ scale: [scale, '1'] }, { duration: RISING_MS, easing: 'ease-out' })
}
