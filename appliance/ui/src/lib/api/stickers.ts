import { t, type MessageKey } from '../i18n/translate'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Pack, Placement, PlacementRequest, StickerPosition } from './types'

export const packsOf = (memberId: string) => resource('/api/stickers/packs', { memberId })
/** Back to front. */
export const scrapbookOf = (memberId: string) => resource(`/api/stickers/scrapbook/${memberId}`)

export const buyPack = (id: string, memberId: string) => send('POST', `/api/stickers/packs/${id}/buy`, { memberId })

export const placeSticker = (memberId: string, request: PlacementRequest) =>
  send('POST', `/api/stickers/scrapbook/${memberId}`, request)
export const moveSticker = (placed: Placement, position: Partial<StickerPosition>) =>
  send('PATCH', `/api/stickers/scrapbook/${placed.memberId}/${placed.id}`, position)
export const removeSticker = (placed: Placement) =>
  send('DELETE', `/api/stickers/scrapbook/${placed.memberId}/${placed.id}`)

/** A pack's name in the language of the UI; a pack that this version does not know keeps the server's name. */
export function packName({ id, name }: Pick<Pack, 'id' | 'name'>): string {
  const key = `stickerPacks.${id}` as MessageKey
  const text = t(key)
  return text === key ? name : text
}
