import { picture, slideshow } from '$lib/api/photos'
import type { Slide } from '$lib/api/types'

/** A picture that an element shows. */
export interface Shown {
  slide: Slide
  url: string
  wide: boolean
}

/** The picture that was shown last: for "not this one" after the touch that ended the slideshow. */
export const last = $state<{ slide: Slide | null }>({ slide: null })

const HOUR_MS = 3_600_000
/** Pictures in a row that could not be read until it waits for its next turn. */
const MAX_FAILURES = 20

/**
 * Two places for pictures, of which one is visible. The next picture is read and decoded in the other one, so that at
 * most two are decoded at a time, and each address is given back when its picture is replaced.
 */
export class Slides {
  places = $state.raw<[Shown | null, Shown | null]>([null, null])
  front = $state<0 | 1>(0)
  #at = -1
  #readAt = Date.now()
  #stopped = new AbortController()
  #busy = false

  /** Shows the next picture; false when there is none to show. `decoded` resolves when the element has decoded it. */
  async next(decoded: (place: 0 | 1) => Promise<void>): Promise<boolean> {
    if (this.#busy) return true
    this.#busy = true
    try {
      return await this.#next(decoded)
    } finally {
      this.#busy = false
    }
  }

  stop(): void {
    this.#stopped.abort()
    for (const place of [0, 1] as const) this.#put(place, null)
  }

  async #next(decoded: (place: 0 | 1) => Promise<void>): Promise<boolean> {
    if (Date.now() - this.#readAt >= HOUR_MS) {
      this.#readAt = Date.now()
      void slideshow.refresh()
    }
    if (slideshow.value === undefined) await slideshow.refresh()
    for (let tries = 0; tries < MAX_FAILURES; tries += 1) {
      const photos = slideshow.value?.photos ?? []
      if (photos.length === 0) return false
      this.#at = (this.#at + 1) % photos.length
      if (await this.#show(photos[this.#at]!, decoded)) return true
      if (this.#stopped.signal.aborted) return false
    }
    return false
  }

  async #show(slide: Slide, decoded: (place: 0 | 1) => Promise<void>): Promise<boolean> {
    const place = this.front === 0 ? 1 : 0
    try {
      const blob = await picture(slide.id, 'image', this.#stopped.signal)
      if (this.#stopped.signal.aborted) return false
      this.#put(place, { slide, url: URL.createObjectURL(blob), wide: (slide.width ?? 4) >= (slide.height ?? 3) })
      await decoded(place)
    } catch {
      // Neither in the browser nor from the server, or it was taken out of the folder: the next one.
      this.#put(place, null)
      return false
    }
    this.front = place
    last.slide = slide
    return true
  }

  #put(place: 0 | 1, shown: Shown | null): void {
    const before = this.places[place]
    if (before) URL.revokeObjectURL(before.url)
    this.places = place === 0 ? [shown, this.places[1]] : [this.places[0], shown]
  }
}
