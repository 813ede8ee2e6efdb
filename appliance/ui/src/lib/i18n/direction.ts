/** Whether text is written from right to left, and with it the page is laid out. */
export function isRightToLeft(): boolean {
  return globalThis.document?.documentElement.dir === 'rtl'
}

/** 1 for the arrow key that points onwards in a line of text, -1 for the one that points back, 0 for other keys. */
export function stepAcross(key: string): -1 | 0 | 1 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0
  return (key === 'ArrowRight') === isRightToLeft() ? -1 : 1
}
