import { attempt } from '$kit/overlays/attempt'
import { ApiError } from '$lib/http/client'
import { moveSticker, removeSticker, placeSticker, scrapbookOf } from '$lib/api/stickers'
import { toast } from '$kit/overlays/toast.svelte'
import { errorMessage } from '$lib/errors/errorMessage'
import { t } from '$lib/i18n/translate'
import { positionOf } from './stickerPosition'
import type { Placement, StickerPosition } from '$lib/api/types'

interface LocalPosition {
  position: StickerPosition
  /** When the server confirmed it (performance.now). */
  sentAt?: number
}

/** One member's page: the server's state with this device's pending moves. */
export class ScrapbookPage {
  readonly #source
  #localPositions = $state.raw<Readonly<Record<string, LocalPosition>>>({})
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing observes which requests are running
  #sending = new Set<string>()

  constructor(readonly memberId: string) {
    this.#source = scrapbookOf(memberId)
  }

  /** Back to front; undefined until loaded. */
  get placements(): Placement[] | undefined {
    const { value, asOf } = this.#source
    if (Object.keys(this.#localPositions).length === 0) return value
    const shown = value?.map((placed) => {
      const local = this.#localPositions[placed.id]
      return local && (local.sentAt ?? Infinity) > asOf ? { ...placed, ...local.position } : placed
    })
    return shown?.sort((a, b) => a.z - b.z || (a.placedAt < b.placedAt ? -1 : 1))
  }

  get error(): ApiError | null {
    return this.#source.error
  }

  /** Shows a sticker at a position without saving it. */
  show(placed: Placement, position: StickerPosition): void {
    this.#setLocal(placed.id, { position })
  }

  /** Shows a sticker at a position and saves it; of several quick moves only the last is sent. */
  async move(placed: Placement, position: StickerPosition): Promise<void> {
    const { id } = placed
    this.#setLocal(id, { position })
    if (this.#sending.has(id)) return
    this.#sending.add(id)
    const done = await attempt(async () => {
      for (let sent: StickerPosition | undefined; sent !== this.#localPositions[id]?.position;) {
        sent = this.#localPositions[id]!.position
        await moveSticker(placed, sent)
      }
      const last = this.#localPositions[id]
      if (last) this.#setLocal(id, { ...last, sentAt: performance.now() })
    })
    if (!done) this.#setLocal(id)
    this.#sending.delete(id)
  }

  /** Without a position the sticker is where the server has it. */
  #setLocal(id: string, local?: LocalPosition): void {
    const { [id]: _, ...others } = this.#localPositions
    this.#localPositions = local ? { ...others, [id]: local } : others
  }

  /** Adds a sticker to the page; undefined on failure. */
  async place(sticker: string, position: Partial<StickerPosition>): Promise<Placement | undefined> {
    try {
      const placed = await placeSticker(this.memberId, { sticker, ...position })
      this.#source.patch((all) => [...all, placed])
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
    this.#source.patch((all) => all.filter(({ id }) => id !== placed.id))
    const done = await attempt(async () => {
      await removeSticker(placed)
      toast(t('stickers.peeled', { sticker: placed.sticker }), {
        undo: () => void this.place(placed.sticker, positionOf(placed)),
      })
    })
    if (!done) void this.#source.refresh()
  }
}
