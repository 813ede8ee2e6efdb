/** Whether the person asked for stillness. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** No frames are drawn for a page that is hidden or behind a dark screen. */
const NO_FRAME_MS = 500

/** Once the next frame stands. */
export function afterNextPaint(): Promise<void> {
  return new Promise((then) => {
    setTimeout(then, NO_FRAME_MS)
    requestAnimationFrame(() => setTimeout(then))
  })
}
