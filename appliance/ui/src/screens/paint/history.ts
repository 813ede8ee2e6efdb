import type { Mark } from './strokes'

/** Number of undo steps. */
export const DEPTH = 20

/**
 * The marks since the last flattening. The oldest are settled: they can no longer be undone and are part of the ground
 * picture, so that undo needs one picture instead of twenty.
 */
export class History {
  #marks: Mark[]
  #settled: number

  /** `first` is the sequence number of the oldest mark; numbers continue over the drawing's life. */
  constructor(
    marks: Mark[] = [],
    private first = 0,
  ) {
    this.#marks = marks
    this.#settled = Math.max(0, marks.length - DEPTH)
  }

  /** Sequence number of the next mark. */
  get next(): number {
    return this.first + this.#marks.length
  }

  get marks(): readonly Mark[] {
    return this.#marks
  }

  get settled(): readonly Mark[] {
    return this.#marks.slice(0, this.#settled)
  }

  /** Marks that can still be undone, oldest first. */
  get open(): readonly Mark[] {
    return this.#marks.slice(this.#settled)
  }

  /** Adds a mark. Returns the mark that became settled, if any. */
  add(mark: Mark): Mark | undefined {
    this.#marks.push(mark)
    return this.#marks.length - this.#settled > DEPTH ? this.#marks[this.#settled++] : undefined
  }

  /** Sequence number of the undone mark; undefined when there is none. */
  undo(): number | undefined {
    if (this.#marks.length === this.#settled) return undefined
    this.#marks.pop()
    return this.next
  }

  /**
   * Drops the settled marks, which the stored picture now contains. Returns the sequence number of the first mark that
   * remains.
   */
  flatten(): number {
    this.first += this.#settled
    this.#marks = this.#marks.slice(this.#settled)
    this.#settled = 0
    return this.first
  }
}
