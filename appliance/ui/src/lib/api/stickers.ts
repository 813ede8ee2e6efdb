import { send } from '../http/client'
import { resource } from '../http/resource.svelte'

export interface Pack {
  id: string
  name: string
  /** One emoji. */
  cover: string
  stickers: string[]
  basePrice: number
  /** In points, after the household's price scale. */
  price: number
  unlocked: boolean
}

/** Position of a sticker on a member's page. */
export interface StickerPosition {
  /** Centre, as fractions of the page. */
  x: number
  y: number
  /** 0.3 to 4. */
  scale: number
  /** Degrees clockwise, -360 to 360. */
  rotation: number
  z: number
}

export interface Placement extends StickerPosition {
  id: string
  memberId: string
  sticker: string
  placedAt: string
}

export const packsOf = (memberId: string) => resource<Pack[]>(`/api/stickers/packs?memberId=${memberId}`)
/** Back to front. */
export const scrapbookOf = (memberId: string) => resource<Placement[]>(`/api/stickers/scrapbook/${memberId}`)

export const buyPack = (id: string, memberId: string) =>
  send<{ pack: Pack; balance: number }>('POST', `/api/stickers/packs/${id}/buy`, { memberId })

export const placeSticker = (memberId: string, request: { sticker: string } & Partial<StickerPosition>) =>
  send<Placement>('POST', `/api/stickers/scrapbook/${memberId}`, request)
export const moveSticker = (placed: Placement, position: Partial<StickerPosition>) =>
  send<Placement>('PATCH', `/api/stickers/scrapbook/${placed.memberId}/${placed.id}`, position)
export const removeSticker = (placed: Placement) =>
  send('DELETE', `/api/stickers/scrapbook/${placed.memberId}/${placed.id}`)
