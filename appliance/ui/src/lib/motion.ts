/** Whether the person asked for stillness. */
export function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
