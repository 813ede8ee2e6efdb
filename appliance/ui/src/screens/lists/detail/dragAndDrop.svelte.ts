import type { DndEvent } from 'svelte-dnd-action'
import { untrack } from 'svelte'
import { fromAction, type Attachment } from 'svelte/attachments'
import { prefersReducedMotion } from '$lib/touch/motion'
import type { Item } from '$lib/api/types'

type Library = typeof import('$lib/touch/sortable')
type DragListener = (items: Item[], step: 'moving' | 'dropped') => void

const FLIP_MS = 160
const UPDATE_DELAY_MS = 300
/** Updates shortly after a drop still belong to the drag. */
const DRAG_SETTLE_MS = 1_000
const PRESS_EVENTS = ['pointerdown', 'touchstart', 'mousedown', 'keydown'] as const

/** Makes a list's rows movable by their handles, by touch, mouse or keyboard, also between lists of the same type. */
export function zone(library: Library, items: () => Item[], onDrag: DragListener): Attachment<HTMLElement> {
  return (node) => {
    let current = untrack(items)
    let lastDrag = -DRAG_SETTLE_MS
    let updateTimer: ReturnType<typeof setTimeout> | undefined
    const options = () => ({
      items: current,
      type: 'items',
      flipDurationMs: prefersReducedMotion() ? 0 : FLIP_MS,
      delayTouchStart: false,
      dropTargetStyle: {},
      dropTargetClasses: ['target'],
      zoneTabIndex: -1,
    })
    const action = untrack(() => library.dragHandleZone(node, options()))

    function updateLibrary() {
      clearTimeout(updateTimer)
      updateTimer = undefined
      action.update?.(options())
    }

    /** The library visits every row on each update; between drags that waits until after the paint. */
    $effect(() => {
      current = items()
      if (performance.now() - lastDrag < DRAG_SETTLE_MS) updateLibrary()
      else updateTimer ??= setTimeout(updateLibrary, UPDATE_DELAY_MS)
    })

    const updateNow = () => updateTimer && updateLibrary()
    const onDragEvent = (event: Event) => {
      const { items, info } = (event as CustomEvent<DndEvent<Item>>).detail
      // With the keyboard the library finalizes every step; save only when the item is released.
      const keys = info.source === library.SOURCES.KEYBOARD
      const dropped = keys ? info.trigger === library.TRIGGERS.DRAG_STOPPED : event.type === 'finalize'
      lastDrag = dropped ? performance.now() : Infinity
      onDrag(items, dropped ? 'dropped' : 'moving')
    }
    for (const name of ['consider', 'finalize']) node.addEventListener(name, onDragEvent)
    for (const name of PRESS_EVENTS) node.addEventListener(name, updateNow, { capture: true, passive: true })
    return () => {
      clearTimeout(updateTimer)
      for (const name of ['consider', 'finalize']) node.removeEventListener(name, onDragEvent)
      for (const name of PRESS_EVENTS) node.removeEventListener(name, updateNow, { capture: true })
      action.destroy?.()
    }
  }
}

export const handle = (library: Library): Attachment<HTMLElement> => fromAction(library.dragHandle, () => undefined)
