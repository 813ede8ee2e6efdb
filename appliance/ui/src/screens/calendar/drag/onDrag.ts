import type { Attachment } from 'svelte/attachments'
import { afterNextPaint } from '$lib/touch/motion'
import type { DragHost } from './dragHost'

const load = () => import('./controller')

/** Direct manipulation of the events in a calendar view; its code is loaded after the first paint. */
export function onDrag(host: DragHost): Attachment<HTMLElement> {
  return (node) => {
    let stop: (() => void) | undefined
    let stopped = false
    void afterNextPaint()
      .then(load)
      .then(({ startDrags }) => {
        if (!stopped) stop = startDrags(node, host)
      })
      // Without the code nothing can be dragged; a reload tries again.
      .catch(() => {})
    return () => {
      stopped = true
      stop?.()
    }
  }
}
