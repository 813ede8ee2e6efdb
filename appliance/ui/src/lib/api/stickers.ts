import { t, type MessageKey } from '../i18n/translate'
import { outbox, type Project } from '../changes/outbox.svelte'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Pack, Placement, PlacementRequest, StickerPosition } from './types'

export const packsOf = (memberId: string) => resource('/api/stickers/packs', { memberId })
const afterCommand: Project<Placement[]> = (placements, command) => {
  if (command.kind === 'sticker.remove') return placements.filter(({ id }) => id !== command.placementId)
  if (command.kind !== 'sticker.move') return placements
  const { placementId, position } = command
  return placements
    .map((placed) => (placed.id === placementId ? { ...placed, ...position } : placed))
    .sort((a, b) => a.z - b.z || (a.placedAt < b.placedAt ? -1 : 1))
}

/** Back to front. */
export const scrapbookOf = (memberId: string) =>
  resource(`/api/stickers/scrapbook/${memberId}`, undefined, { project: afterCommand })

export const buyPack = (id: string, memberId: string) => send('POST', `/api/stickers/packs/${id}/buy`, { memberId })

export const placeSticker = (memberId: string, request: PlacementRequest) =>
  send('POST', `/api/stickers/scrapbook/${memberId}`, request)

const ofSticker = (placed: Placement) => ({ memberId: placed.memberId, placementId: placed.id })

/** Draws a sticker at a position without saving it, until the returned function is called. */
export const showSticker = (placed: Placement, position: StickerPosition) =>
  outbox.draft({ kind: 'sticker.move', ...ofSticker(placed), position })
export const moveSticker = (placed: Placement, position: StickerPosition) =>
  outbox.send({ kind: 'sticker.move', ...ofSticker(placed), position })
export const removeSticker = (placed: Placement) => outbox.send({ kind: 'sticker.remove', ...ofSticker(placed) })

/** A pack's name in the language of the UI; a pack that this version does not know keeps the server's name. */
export function packName({ id, name }: Pick<Pack, 'id' | 'name'>): string {
  const key = `stickerPacks.${id}` as MessageKey
  const text = t(key)
  return text === key ? name : text
}
