import type { DndEvent } from 'svelte-dnd-action'
import { untrack } from 'svelte'
import { fromAction, type Attachment } from 'svelte/attachments'
import type { Item } from '$lib/api/lists'
import { prefersReducedMotion } from '$lib/touch/motion'

type Library = typeof import('svelte-dnd-action')
type Hear = (items: Item[], step: 'moving' | 'dropped') => void

const GLIDE_MS = 160
const REST_MS = 300
/** What follows a drop belongs to the drag. */
const BUSY_MS = 1_000
const BEFORE_A_DRAG = ['pointerdown', 'touchstart', 'mousedown', 'keydown'] as const

/** Lets a list's rows be moved by their handles, by finger, mouse or keyboard, and between lists that hear alike. */
export function zone(library: Library, items: () => Item[], hear: Hear): Attachment<HTMLElement> {
  return (node) => {
    let known = untrack(items)
    let heard = -BUSY_MS
    let rest: ReturnType<typeof setTimeout> | undefined
    const options = () => ({
      items: known,
      type: 'items',
      flipDurationMs: prefersReducedMotion() ? 0 : GLIDE_MS,
      delayTouchStart: false,
      dropTargetStyle: {},
      dropTargetClasses: ['target'],
      zoneTabIndex: -1,
    })
    const action = untrack(() => library.dragHandleZone(node, options()))

    function tell() {
      clearTimeout(rest)
      rest = undefined
      action.update?.(options())
    }

    /** The library walks over every row each time it is told; between drags that waits until the tick is painted. */
    $effect(() => {
      known = items()
      if (performance.now() - heard < BUSY_MS) tell()
      else rest ??= setTimeout(tell, REST_MS)
    })

    const ready = () => rest && tell()
    const hearing = (event: Event) => {
      const { items, info } = (event as CustomEvent<DndEvent<Item>>).detail
      // With the keyboard every step is final to the library; to the family it is when the item is let go.
      const keys = info.source === library.SOURCES.KEYBOARD
      const dropped = keys ? info.trigger === library.TRIGGERS.DRAG_STOPPED : event.type === 'finalize'
      heard = dropped ? performance.now() : Infinity
      hear(items, dropped ? 'dropped' : 'moving')
    }
    for (const name of ['consider', 'finalize']) node.addEventListener(name, hearing)
    for (const name of BEFORE_A_DRAG) node.addEventListener(name, ready, { capture: true, passive: true })
    return () => {
      clearTimeout(rest)
      for (const name of ['consider', 'finalize']) node.removeEventListener(name, hearing)
      for (const name of BEFORE_A_DRAG) node.removeEventListener(name, ready, { capture: true })
      action.destroy?.()
    }
  }
}

export const handle = (library: Library): Attachment<HTMLElement> => fromAction(library.dragHandle, () => undefined)
