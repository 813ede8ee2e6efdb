import type { Rect } from './geometry'

const ANNOUNCE_MS = 350
const PILL_GAP_PX = 10
/** Space for a fingertip between it and what it drags. */
const FINGER_PX = 44

export interface GhostLook {
  title: string
  color: string
  /** The people's colours, as in the views; absent for a new event. */
  stripes?: string
  /** Drags over cells show a chip at the pointer and mark the cells. */
  cells: boolean
  touch: boolean
}

/**
 * What a drag shows: boxes for the new time, a label, and for days a chip at the pointer. Plain elements outside the
 * view, so that a move changes a few transforms and nothing is rendered again.
 */
export class Ghost {
  readonly #layer = element('drag-layer')
  readonly #clip = element('drag-clip')
  readonly #label = element('drag-label')
  readonly #chip: HTMLElement | null
  readonly #origin: DOMRect
  #boxes: HTMLElement[] = []
  #announced: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly look: GhostLook) {
    this.#layer.setAttribute('aria-hidden', 'true')
    this.#layer.classList.toggle('touch', look.touch)
    this.#layer.style.setProperty('--c', look.color)
    if (look.stripes) this.#layer.style.setProperty('--stripes', look.stripes)
    this.#layer.append(this.#clip, this.#label)
    this.#chip = look.cells ? element('drag-chip tint bar', look.title) : null
    if (this.#chip) this.#layer.append(this.#chip)
    document.body.append(this.#layer)
    // The wall moves the page by a pixel against burn-in.
    this.#origin = this.#layer.getBoundingClientRect()
  }

  /** Draws the boxes within `clip`, the label near the first, and the chip at the pointer. */
  draw(boxes: readonly Rect[], clip: Rect, text: string, pointer: { x: number; y: number } | null): void {
    this.#layer.classList.remove('out')
    place(this.#clip, this.#relative(clip))
    while (this.#boxes.length > boxes.length) this.#boxes.pop()!.remove()
    boxes.forEach((box, at) => {
      if (!this.#boxes[at]) {
        this.#boxes[at] = this.look.cells
          ? element('drag-cell')
          : element('drag-box tint bar', at === 0 ? this.look.title : '')
        this.#clip.append(this.#boxes[at])
      }
      place(this.#boxes[at], {
        left: box.left - clip.left,
        right: box.right - clip.left,
        top: box.top - clip.top,
        bottom: box.bottom - clip.top,
      })
    })
    if (this.#label.textContent !== text) {
      this.#label.textContent = text
      this.announce(text)
    }
    if (this.#chip && pointer) moveTo(this.#chip, pointer.x - this.#origin.left, pointer.y - this.#origin.top)
    this.#placeLabel(boxes[0], clip, pointer)
  }

  /** Shows that a release here changes nothing. */
  drawOutside(text: string): void {
    if (this.#layer.classList.contains('out')) return
    this.#layer.classList.add('out')
    this.#label.textContent = ''
    this.announce(text)
  }

  announce(text: string): void {
    clearTimeout(this.#announced)
    this.#announced = setTimeout(() => announce(text), ANNOUNCE_MS)
  }

  remove(): void {
    clearTimeout(this.#announced)
    this.#layer.remove()
  }

  /** Above the box or the fingertip, inside the window. */
  #placeLabel(box: Rect | undefined, clip: Rect, pointer: { x: number; y: number } | null): void {
    const { offsetWidth: width, offsetHeight: height } = this.#label
    const at = this.look.cells && pointer ? pointer : box && { x: (box.left + box.right) / 2, y: box.top }
    if (!at) return
    const finger = this.look.touch && pointer ? pointer.y - FINGER_PX : Infinity
    const gap = this.look.cells ? FINGER_PX - 8 : PILL_GAP_PX
    const top = Math.max(Math.min(at.y - gap, Math.max(finger, clip.top)) - height, 4)
    const left = Math.min(Math.max(at.x - width / 2, 4), innerWidth - width - 4)
    moveTo(this.#label, left - this.#origin.left, top - this.#origin.top)
  }

  #relative({ left, top, right, bottom }: Rect): Rect {
    const { left: x, top: y } = this.#origin
    return { left: left - x, top: top - y, right: right - x, bottom: bottom - y }
  }
}

let region: HTMLElement | undefined

/** Says something to screen readers. */
export function announce(text: string): void {
  if (!region?.isConnected) {
    region = element('visually-hidden')
    region.setAttribute('role', 'status')
    region.setAttribute('aria-live', 'assertive')
    document.body.append(region)
  }
  region.textContent = text
}

function element(className: string, text = ''): HTMLElement {
  const node = document.createElement('div')
  node.className = className
  node.dir = text ? 'auto' : ''
  node.textContent = text
  return node
}

function place(node: HTMLElement, { left, top, right, bottom }: Rect): void {
  moveTo(node, left, top)
  const [width, height] = [`${right - left}px`, `${bottom - top}px`]
  if (node.style.width !== width) node.style.width = width
  if (node.style.height !== height) node.style.height = height
}

function moveTo(node: HTMLElement, x: number, y: number): void {
  node.style.transform = `translate(${x}px, ${y}px)`
}
