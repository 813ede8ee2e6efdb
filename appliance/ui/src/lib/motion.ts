/** Whether the person asked for stillness. */
export function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Once the next frame stands; at once where the page is hidden and none comes. */
export function painted(): Promise<void> {
  return new Promise((then) => (document.hidden ? then() : requestAnimationFrame(() => setTimeout(then))))
}
