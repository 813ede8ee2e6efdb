const INPUT_EVENTS = [
  'pointerdown',
  'pointermove',
  'pointerup',
  'pointercancel',
  'touchstart',
  'touchmove',
  'touchend',
  'touchcancel',
  'mousedown',
  'mousemove',
  'mouseup',
  'click',
  'auxclick',
  'dblclick',
  'contextmenu',
  'wheel',
  'dragstart',
  'keydown',
  'keyup',
] as const

/**
 * Keeps every touch, pointer and key from the page, but for what `allowed` lets through; `onEvent` sees all of them.
 * The listeners are at the document, behind those of the window, which wake the wall and count the time without a touch.
 * Returns a function that stops it.
 */
export function blockInput(allowed: (event: Event) => boolean, onEvent: (event: Event) => void): () => void {
  const block = (event: Event) => {
    onEvent(event)
    if (allowed(event)) return
    if (event.cancelable) event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const name of INPUT_EVENTS) document.addEventListener(name, block, { capture: true, passive: false })
  return () => {
    for (const name of INPUT_EVENTS) document.removeEventListener(name, block, { capture: true })
  }
}
