/** Whether text is written from right to left, and with it the page is laid out. */
export function isRightToLeft(): boolean {
  return globalThis.document?.documentElement.dir === 'rtl'
}
