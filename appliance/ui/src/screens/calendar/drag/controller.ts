import { zone } from '$lib/api/settings'
import { t } from '$lib/i18n/translate'
import { prefersReducedMotion } from '$lib/touch/motion'
import { type DragHost, explainReadOnly } from './dragHost'
import { isOutside, partsOf, scrollSpeed } from './geometry'
import { Ghost } from './ghost'
import { eventAt, Grid, keyOfElement } from './grid'
import { followKeys } from './keyboard'
import { followPresses, type Lifted, type Press } from './press'
import { creating, type Drag, movingDays, movingTime, resizing } from './drags'
import { wallSpanOf, type WallSpan } from '$lib/time/wallTime'

/** The lower edge that resizes, in px: for a mouse, and for a finger at most this share of a block. */
const EDGE_PX = 8
const TOUCH_EDGE_PX = 18
const EDGE_SHARE = 0.35

/**
 * Direct manipulation in a calendar view: drags by mouse, touch and pen, and keys. The view marks each event with
 * `data-event` and `data-start`, a column of hours with `data-column`, and a cell of a month with `data-day`.
 */
export function startDrags(root: HTMLElement, host: DragHost): () => void {
  root.dataset.draggable = ''
  const hover = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.buttons) return
    const block = (event.target as Element).closest<HTMLElement>('[data-column] [data-event]')
    const edge = block && isAtEdge(block, event.clientY, false) && !host.find(keyOfElement(block))?.event.readOnly
    root.dataset.draggable = edge ? 'edge' : ''
  }
  root.addEventListener('pointermove', hover)
  const stops = [followPresses(root, (press) => lift(root, host, press)), followKeys(root, host)]
  return () => {
    root.removeEventListener('pointermove', hover)
    for (const stop of stops) stop()
  }
}

function lift(root: HTMLElement, host: DragHost, press: Press): Lifted | null {
  const { target, x, y, touch } = press
  const grid = new Grid(root)
  const block = eventAt(target, x, y)
  const placed = block ? host.find(keyOfElement(block)) : undefined
  if (block && placed) {
    if (placed.event.readOnly) {
      shake(block)
      explainReadOnly(placed)
      return null
    }
    const span = wallSpanOf(placed.event, zone())
    // A popover lists events without places to drop them.
    if (block.closest('[popover]')) return null
    const column = block.closest<HTMLElement>('[data-column]')?.dataset.column
    if (!column && grid.cells.length === 0) return null
    const isEnd = column !== undefined && partsOf(span).at(-1)?.day === column
    const drag = !column
      ? movingDays(grid, span, placed)
      : isEnd && isAtEdge(block, y, touch)
        ? resizing(grid, span, placed)
        : movingTime(grid, span, placed)
    return new Dragging(grid, host, press, drag, block)
  }
  if (!target.matches('[data-column]')) return null
  return new Dragging(grid, host, press, creating(grid, touch), null)
}

/** One drag from its lift to its end, drawn once per frame. */
class Dragging implements Lifted {
  readonly #ghost: Ghost
  readonly #root: DOMRect
  #x: number
  #y: number
  #span: WallSpan | null = null
  #moved = false
  #frame = 0
  #drawnAt = performance.now()
  #stopped = false

  constructor(
    private readonly grid: Grid,
    private readonly host: DragHost,
    private readonly press: Press,
    private readonly drag: Drag,
    private readonly block: HTMLElement | null,
  ) {
    this.#x = press.x
    this.#y = press.y
    this.#root = grid.root.getBoundingClientRect()
    const { title, color, stripes, cells } = drag
    this.#ghost = new Ghost({ title, color, stripes, cells, touch: press.touch })
    if (block) block.dataset.lifted = ''
    if (grid.scroller) grid.scroller.style.scrollSnapType = 'none'
    this.drag.begin(press.x, press.y)
    this.#draw()
  }

  move(x: number, y: number, moved: boolean): void {
    ;[this.#x, this.#y, this.#moved] = [x, y, moved]
  }

  drop(moved: boolean): void {
    this.#moved = moved
    this.#update()
    const span = this.#span
    this.#end()
    if (!moved && this.block) this.block.closest<HTMLElement>('button, a')?.click()
    else if (span) this.drag.drop(this.host, span)
  }

  cancel(): void {
    this.#end()
    this.#ghost.announce(t('common.nothingChanged'))
  }

  #draw = (): void => {
    if (this.#stopped) return
    this.#frame = requestAnimationFrame(this.#draw)
    this.#scroll()
    this.#update()
  }

  #update(): void {
    if (isOutside(this.#x, this.#y, this.#root)) {
      this.#span = null
      return this.#ghost.drawOutside(t('calendar.drag.outside'))
    }
    this.#span = this.drag.at(this.#x, this.#y, this.#moved)
    if (!this.#span) return this.#ghost.drawOutside(t('calendar.drag.outside'))
    const { boxes, label } = this.drag.look(this.#span, this.#x)
    this.#ghost.draw(boxes, this.grid.clip, label, { x: this.#x, y: this.#y })
  }

  /** Scrolls the hours while the pointer is near an edge. */
  #scroll(): void {
    const now = performance.now()
    const seconds = Math.min(0.1, (now - this.#drawnAt) / 1000)
    this.#drawnAt = now
    const { scroller } = this.grid
    if (!scroller || !this.#moved || this.drag.cells) return
    const { left, top, right, bottom } = this.grid.clip
    const before = [scroller.scrollLeft, scroller.scrollTop]
    scroller.scrollTop += Math.round(scrollSpeed(this.#y, top, bottom) * seconds)
    if (scroller.scrollWidth > scroller.clientWidth)
      scroller.scrollLeft += Math.round(scrollSpeed(this.#x, left, right) * seconds)
    if (before[0] !== scroller.scrollLeft || before[1] !== scroller.scrollTop) this.grid.forget()
  }

  #end(): void {
    this.#stopped = true
    cancelAnimationFrame(this.#frame)
    this.#ghost.remove()
    if (this.block) delete this.block.dataset.lifted
    if (this.grid.scroller) this.grid.scroller.style.scrollSnapType = ''
  }
}

function isAtEdge(block: HTMLElement, y: number, touch: boolean): boolean {
  const { height, bottom } = block.getBoundingClientRect()
  return bottom - y <= Math.min(touch ? TOUCH_EDGE_PX : EDGE_PX, height * EDGE_SHARE)
}

/** Shows that an event does not lift. */
function shake(block: HTMLElement): void {
  if (prefersReducedMotion()) return
  const frames = [0, -4, 4, -2, 2, 0].map((x) => ({ transform: `translateX(${x}px)` }))
  block.animate(frames, { duration: 240 })
}
