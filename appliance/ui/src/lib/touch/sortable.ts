import { dragHandleZone as libraryZone, SOURCES, TRIGGERS, type DndEvent } from 'svelte-dnd-action'

export { dragHandle, SOURCES, TRIGGERS } from 'svelte-dnd-action'

/** Longer than the interval in which the library looks where the dragged row is, with animations of up to 160 ms. */
const LOOK_MS = 200
const MOVES = ['touchmove', 'mousemove']
const RELEASES = ['touchend', 'mouseup']

let watched = false

/** The library's zone, where a row also lands under a finger that lifts as soon as it has arrived. */
export const dragHandleZone = ((node, options) => {
  if (!watched) window.addEventListener('consider', onConsider, true)
  watched = true
  return libraryZone(node, options)
}) as typeof libraryZone

/** The handle from which the keyboard moves a row. */
let handle: Element | null = null

function onConsider(event: Event) {
  const { trigger, source } = (event as CustomEvent<DndEvent>).detail.info
  if (source === SOURCES.POINTER) {
    if (trigger === TRIGGERS.DRAG_STARTED) delayRelease()
  } else if (trigger === TRIGGERS.DRAG_STARTED) handle = document.activeElement
  else if (trigger === TRIGGERS.DRAG_STOPPED) setTimeout(focusHandle)
}

/** The library leaves the focus nowhere. */
function focusHandle() {
  if (document.activeElement === document.body && handle instanceof HTMLElement) handle.focus()
  handle = null
}

/** The library drops a row where it has last looked. So the release reaches it after its next look. */
function delayRelease() {
  let moved = performance.now()
  let released = false

  const onMove = (event: Event) => {
    if (released) event.stopImmediatePropagation()
    else moved = performance.now()
  }
  const onRelease = (event: Event) => {
    event.stopImmediatePropagation()
    if (released) return
    released = true
    setTimeout(
      () => {
        for (const name of MOVES) window.removeEventListener(name, onMove, true)
        for (const name of RELEASES) window.removeEventListener(name, onRelease, true)
        window.dispatchEvent(new Event(event.type))
      },
      moved + LOOK_MS - performance.now(),
    )
  }
  for (const name of MOVES) window.addEventListener(name, onMove, { capture: true, passive: true })
  for (const name of RELEASES) window.addEventListener(name, onRelease, true)
}
