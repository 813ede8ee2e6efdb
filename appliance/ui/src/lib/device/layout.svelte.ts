import { device, PHONE_WIDTH } from './device.svelte'

type Kind = 'phone' | 'tablet' | 'wall'

const WALL = 1100
const WIDE = 1500

/** Screen size, for decisions that style sheets cannot make. Everything else uses container queries on `app`. */
class Layout {
  #pixels = $state(globalThis.innerWidth ?? WALL)
  /** Large text needs the layout of a smaller screen. */
  #width = $derived(this.#pixels / device.text)

  get kind(): Kind {
    return this.#width < PHONE_WIDTH ? 'phone' : this.#width < WALL ? 'tablet' : 'wall'
  }

  /** Wide enough for a side column. */
  get wide(): boolean {
    return this.#width >= WIDE
  }

  /** Follows an element's width. Returns a function that stops it. */
  follow(element: Element): () => void {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) this.#pixels = entry.contentRect.width
    })
    observer.observe(element)
    return () => observer.disconnect()
  }
}

export const layout = new Layout()
