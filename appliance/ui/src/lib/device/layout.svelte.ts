export type Kind = 'phone' | 'tablet' | 'wall'

const TABLET = 700
const WALL = 1100
const WIDE = 1500

/** The room there is, for what styles alone cannot decide. Everything else uses container queries on `app`. */
class Layout {
  #width = $state(globalThis.innerWidth ?? WALL)

  get kind(): Kind {
    return this.#width < TABLET ? 'phone' : this.#width < WALL ? 'tablet' : 'wall'
  }

  /** A wall with room for a side column. */
  get wide(): boolean {
    return this.#width >= WIDE
  }

  /** Follows an element's width; the answer stops following. */
  follow(element: Element): () => void {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) this.#width = entry.contentRect.width
    })
    observer.observe(element)
    return () => observer.disconnect()
  }
}

export const layout = new Layout()
