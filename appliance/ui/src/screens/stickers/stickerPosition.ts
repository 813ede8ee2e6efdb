import type { Move } from '$lib/touch/gestures'
import type { Placement, StickerPosition } from '$lib/api/types'

const SMALLEST = 0.3
const LARGEST = 4
/** Change per button press. */
export const GROW = 1.2
export const TURN = 15
/** Change per arrow key, as a fraction of the page. */
export const STEP = 0.02

interface Size {
  width: number
  height: number
}

/** The position after a gesture on a page of this size in pixels. */
export function movedPosition(position: StickerPosition, move: Move, page: Size): StickerPosition {
  return clampPosition({
    ...position,
    x: position.x + move.dx / page.width,
    y: position.y + move.dy / page.height,
    scale: position.scale * move.scale,
    rotation: position.rotation + (move.rotation * 180) / Math.PI,
  })
}

/** The nearest allowed position: the centre stays on the page, the rotation within half a turn. */
export function clampPosition(position: StickerPosition): StickerPosition {
  const turned = ((((position.rotation + 180) % 360) + 360) % 360) - 180
  return {
    x: rounded(clamp(position.x, 0, 1)),
    y: rounded(clamp(position.y, 0, 1)),
    scale: rounded(clamp(position.scale, SMALLEST, LARGEST)),
    rotation: Math.round(turned * 10) / 10,
    z: position.z,
  }
}

/** The z that puts a sticker before or behind all others; unchanged if it is there already. */
export function zIndexFor(one: Placement, all: readonly Placement[], to: 'front' | 'back'): number {
  const others = all.filter(({ id }) => id !== one.id).map(({ z }) => z)
  if (others.length === 0) return one.z
  return to === 'front' ? Math.max(one.z, Math.max(...others) + 1) : Math.min(one.z, Math.min(...others) - 1)
}

export function positionOf({ x, y, scale, rotation, z }: Placement): StickerPosition {
  return { x, y, scale, rotation, z }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
