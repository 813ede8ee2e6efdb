import { attempt } from '$kit/overlays/attempt'
import { ApiError } from '$lib/http/client'
import { moveSticker, placeSticker, removeSticker, scrapbookOf, showSticker } from '$lib/api/stickers'
import { toast } from '$kit/overlays/toast.svelte'
import { errorMessage } from '$lib/errors/errorMessage'
import { t } from '$lib/i18n/translate'
import { positionOf } from './stickerPosition'
import type { Placement, StickerPosition } from '$lib/api/types'

/** One member's page, where stickers are drawn at once where a finger has them. */
export class ScrapbookPage {
  readonly #source
  /** Where fingers have stickers; each ends the drawing of its place. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- the drawing is in the outbox
  readonly #held = new Map<string, { position: StickerPosition; end: () => void }>()
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing observes which requests are running
  readonly #sending = new Set<string>()

  constructor(readonly memberId: string) {
    this.#source = scrapbookOf(memberId)
  }

  /** Back to front; undefined until loaded. */
  get placements(): Placement[] | undefined {
    return this.#source.value
  }

  get error(): ApiError | null {
    return this.#source.error
  }

  /** Shows a sticker at a position without saving it. */
  show(placed: Placement, position: StickerPosition): void {
    const before = this.#held.get(placed.id)
    this.#held.set(placed.id, { position, end: showSticker(placed, position) })
    before?.end()
  }

  /** Shows a sticker at a position and saves it; of several quick moves only the last is sent. */
  async move(placed: Placement, position: StickerPosition): Promise<void> {
    const { id } = placed
    this.show(placed, position)
    if (this.#sending.has(id)) return
    this.#sending.add(id)
    await attempt(async () => {
      for (let sent: StickerPosition | undefined; sent !== this.#held.get(id)?.position;) {
        sent = this.#held.get(id)!.position
        await moveSticker(placed, sent)
      }
    })
    this.#held.get(id)?.end()
    this.#held.delete(id)
    this.#sending.delete(id)
  }

  /** Adds a sticker to the page; undefined on failure. */
  async place(sticker: string, position: Partial<StickerPosition>): Promise<Placement | undefined> {
    try {
      const placed = await placeSticker(this.memberId, { sticker, ...position })
      await this.#source.refresh()
      return placed
    } catch (failure) {
      const status = failure instanceof ApiError ? failure.status : 0
      toast(status === 409 ? t('stickers.full') : status === 403 ? t('stickers.locked') : errorMessage(failure), {
        bad: true,
      })
      return undefined
    }
  }

  /** Removes a sticker; the toast offers Undo. */
  async remove(placed: Placement): Promise<void> {
    await attempt(async () => {
      await removeSticker(placed)
      toast(t('stickers.peeled', { sticker: placed.sticker }), {
        undo: () => void this.place(placed.sticker, positionOf(placed)),
      })
    })
  }
}
