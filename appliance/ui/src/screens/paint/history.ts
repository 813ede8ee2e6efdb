import type { Mark } from './strokes'

/** How many marks can be taken back. */
export const DEPTH = 20

/**
 * The marks made since a drawing was last flattened, and how many of them are settled: too old to be taken back, they lie
 * in the ground picture already. So twenty steps of undo need one picture, not twenty.
 */
export class History {
  #marks: Mark[]
  #settled: number

  /** `first` is the number of the oldest mark; marks are numbered on for as long as the drawing lives. */
  constructor(
    marks: Mark[] = [],
    private first = 0,
  ) {
    this.#marks = marks
    this.#settled = Math.max(0, marks.length - DEPTH)
  }

  /** The number the next mark gets. */
  get next(): number {
    return this.first + this.#marks.length
  }

  get marks(): readonly Mark[] {
    return this.#marks
  }

  get settled(): readonly Mark[] {
    return this.#marks.slice(0, this.#settled)
  }

  /** Those that can still be taken back, oldest first. */
  get open(): readonly Mark[] {
    return this.#marks.slice(this.#settled)
  }

  /** The mark that settles by this, if one does. */
  add(mark: Mark): Mark | undefined {
    this.#marks.push(mark)
    return this.#marks.length - this.#settled > DEPTH ? this.#marks[this.#settled++] : undefined
  }

  /** The number of the mark taken back; undefined when there is none left. */
  undo(): number | undefined {
    if (this.#marks.length === this.#settled) return undefined
    this.#marks.pop()
    return this.next
  }

  /** Forgets the settled marks, which the stored picture holds from now on. The number of the first that stays. */
  flatten(): number {
    this.first += this.#settled
    this.#marks = this.#marks.slice(this.#settled)
    this.#settled = 0
    return this.first
  }
}
