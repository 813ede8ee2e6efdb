import { SvelteMap } from 'svelte/reactivity'
import { ApiError } from '$lib/http/client'
import { type Lie, moveSticker, peelSticker, type Placement, placeSticker, scrapbookOf } from '$lib/api/stickers'
import { toast } from '$kit/overlays/toast.svelte'
import { explain } from '$lib/errors/errorMessage'
import { t } from '$lib/i18n/translate'
import { lieOf } from './stickerPosition'

interface Held {
  lie: Lie
  /** When the server had it (performance.now). */
  sentAt?: number
}

/** One member's page: what the server knows, with what the fingers here have just done on top. */
export class Book {
  readonly #source
  #held = new SvelteMap<string, Held>()
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing observes which requests are running
  #sending = new Set<string>()

  constructor(readonly memberId: string) {
    this.#source = scrapbookOf(memberId)
  }

  /** Back to front; undefined until known. */
  get placements(): Placement[] | undefined {
    const { value, asOf } = this.#source
    if (this.#held.size === 0) return value
    const shown = value?.map((placed) => {
      const held = this.#held.get(placed.id)
      return held && (held.sentAt ?? Infinity) > asOf ? { ...placed, ...held.lie } : placed
    })
    return shown?.sort((a, b) => a.z - b.z || (a.placedAt < b.placedAt ? -1 : 1))
  }

  get error(): ApiError | null {
    return this.#source.error
  }

  /** Shows a sticker so, and keeps that to this screen for now. */
  show(placed: Placement, lie: Lie): void {
    this.#held.set(placed.id, { lie })
  }

  /** Shows a sticker so and tells the server; of several moves in a row it hears the last. */
  async put(placed: Placement, lie: Lie): Promise<void> {
    const { id } = placed
    this.#held.set(id, { lie })
    if (this.#sending.has(id)) return
    this.#sending.add(id)
    try {
      for (let told: Lie | undefined; told !== this.#held.get(id)?.lie;) {
        told = this.#held.get(id)!.lie
        await moveSticker(placed, told)
      }
      const last = this.#held.get(id)
      if (last) this.#held.set(id, { ...last, sentAt: performance.now() })
    } catch (failure) {
      this.#held.delete(id)
      toast(explain(failure), { bad: true })
    } finally {
      this.#sending.delete(id)
    }
  }

  /** Puts a new sticker on the page; undefined where it did not get there. */
  async place(sticker: string, lie: Partial<Lie>): Promise<Placement | undefined> {
    try {
      const placed = await placeSticker(this.memberId, { sticker, ...lie })
      this.#source.patch((all) => [...all, placed])
      return placed
    } catch (failure) {
      const status = failure instanceof ApiError ? failure.status : 0
      toast(status === 409 ? t('stickers.full') : status === 403 ? t('stickers.locked') : explain(failure), {
        bad: true,
      })
      return undefined
    }
  }

  /** Takes a sticker off; while the toast is there it can be put back as it lay. */
  async peel(placed: Placement): Promise<void> {
    this.#source.patch((all) => all.filter(({ id }) => id !== placed.id))
    try {
      await peelSticker(placed)
      toast(t('stickers.peeled', { sticker: placed.sticker }), {
        undo: () => void this.place(placed.sticker, lieOf(placed)),
      })
    } catch (failure) {
      toast(explain(failure), { bad: true })
      void this.#source.refresh()
    }
  }
}
