/** Whether the user prefers reduced motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** No frames are drawn while the page is hidden or the screen is off. */
const NO_FRAME_MS = 500

/** Resolves after the next frame has been painted. */
export function afterNextPaint(): Promise<void> {
  return new Promise((then) => {
    setTimeout(then, NO_FRAME_MS)
    requestAnimationFrame(() => setTimeout(then))
  })
}
