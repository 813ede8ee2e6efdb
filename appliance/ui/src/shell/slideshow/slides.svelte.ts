import { picture, slideshow } from '$lib/api/photos'
import type { Slide } from '$lib/api/types'
import { grouped } from './grouped'

/** A picture that an element shows. */
interface Shown {
  slide: Slide
  url: string
}

/** The pictures that were shown last: for "not this one" after the touch that ended the slideshow. */
export const last = $state<{ slides: Slide[] }>({ slides: [] })

const HOUR_MS = 3_600_000
/** Turns in a row whose pictures could not be read until it waits for its next turn. */
const MAX_FAILURES = 20

/**
 * Two places for pictures, of which one is visible; a place has one picture, or two side by side. The next ones are
 * read and decoded in the other place, so that few are decoded at a time, and each address is given back when its
 * picture is replaced.
 */
export class Slides {
  places = $state.raw<[Shown[], Shown[]]>([[], []])
  front = $state<0 | 1>(0)
  #at = -1
  #readAt = Date.now()
  #stopped = new AbortController()
  #busy = false

  /**
   * Shows what comes next; false when there is nothing to show. `ratio` is the screen's width by its height, `decoded`
   * resolves when the elements have decoded their pictures.
   */
  async next(ratio: number, decoded: (place: 0 | 1) => Promise<void>): Promise<boolean> {
    if (this.#busy) return true
    this.#busy = true
    try {
      return await this.#next(ratio, decoded)
    } finally {
      this.#busy = false
    }
  }

  stop(): void {
    this.#stopped.abort()
    for (const place of [0, 1] as const) this.#put(place, [])
  }

  async #next(ratio: number, decoded: (place: 0 | 1) => Promise<void>): Promise<boolean> {
    if (Date.now() - this.#readAt >= HOUR_MS) {
      this.#readAt = Date.now()
      void slideshow.refresh()
    }
    if (slideshow.value === undefined) await slideshow.refresh()
    for (let tries = 0; tries < MAX_FAILURES; tries += 1) {
      const groups = grouped(slideshow.value?.photos ?? [], ratio)
      if (groups.length === 0) return false
      this.#at = (this.#at + 1) % groups.length
      if (await this.#show(groups[this.#at]!, decoded)) return true
      if (this.#stopped.signal.aborted) return false
    }
    return false
  }

  async #show(group: Slide[], decoded: (place: 0 | 1) => Promise<void>): Promise<boolean> {
    const place = this.front === 0 ? 1 : 0
    const read = await Promise.all(group.map((slide) => this.#read(slide)))
    const blobs = read.filter((one) => one !== null)
    if (this.#stopped.signal.aborted || blobs.length === 0) return false
    this.#put(
      place,
      blobs.map(({ slide, blob }) => ({ slide, url: URL.createObjectURL(blob) })),
    )
    try {
      await decoded(place)
    } catch {
      this.#put(place, [])
      return false
    }
    this.front = place
    last.slides = blobs.map(({ slide }) => slide)
    return true
  }

  /** Null for one that is neither in the browser nor at the server, or that was taken out of the folder. */
  async #read(slide: Slide): Promise<{ slide: Slide; blob: Blob } | null> {
    try {
      return { slide, blob: await picture(slide.id, 'image', this.#stopped.signal) }
    } catch {
      return null
    }
  }

  #put(place: 0 | 1, shown: Shown[]): void {
    for (const { url } of this.places[place]) URL.revokeObjectURL(url)
    this.places = place === 0 ? [shown, this.places[1]] : [this.places[0], shown]
  }
}
