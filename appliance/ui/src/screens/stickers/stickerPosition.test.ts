import { describe, expect, test } from 'vitest'
import { zIndexFor, positionOf, movedPosition, clampPosition } from './stickerPosition'
import type { Placement } from '$lib/api/types'

const position = { x: 0.5, y: 0.5, scale: 1, rotation: 0, z: 3 }
const page = { width: 800, height: 600 }
const placed = (id: string, z: number): Placement => ({
  id,
  memberId: 'ana',
  sticker: '🦕',
  placedAt: '',
  ...position,
  z,
})

describe('gestures move a sticker relative to the page size', () => {
  test.each([
    ['a drag', { dx: 80, dy: -60, scale: 1, rotation: 0 }, { x: 0.6, y: 0.4, scale: 1, rotation: 0 }],
    ['a pinch', { dx: 0, dy: 0, scale: 2, rotation: 0 }, { x: 0.5, y: 0.5, scale: 2, rotation: 0 }],
    ['a turn', { dx: 0, dy: 0, scale: 1, rotation: Math.PI / 2 }, { x: 0.5, y: 0.5, scale: 1, rotation: 90 }],
    [
      'all at once',
      { dx: 8, dy: 6, scale: 0.5, rotation: -Math.PI / 4 },
      { x: 0.51, y: 0.51, scale: 0.5, rotation: -45 },
    ],
  ])('%s', (_, move, expected) => {
    expect(movedPosition(position, move, page)).toEqual({ ...expected, z: 3 })
  })
})

describe('a sticker stays on the page and within its size limits', () => {
  test.each([
    [
      { x: -0.2, y: 1.4 },
      { x: 0, y: 1 },
    ],
    [{ scale: 0.01 }, { scale: 0.3 }],
    [{ scale: 9 }, { scale: 4 }],
    [{ rotation: 190 }, { rotation: -170 }],
    [{ rotation: -725 }, { rotation: -5 }],
    [{ rotation: 180 }, { rotation: -180 }],
  ])('%o', (change, expected) => {
    expect(clampPosition({ ...position, ...change })).toEqual({ ...position, ...expected })
  })
})

describe('bring to front and send to back', () => {
  const all = [placed('a', 1), placed('b', 4), placed('c', 7)]
  test.each([
    ['a', 'front', 8],
    ['c', 'front', 8 - 1],
    ['c', 'back', 0],
    ['a', 'back', 1],
  ] as const)('%s to the %s', (id, to, z) => {
    expect(
      zIndexFor(
        all.find((one) => one.id === id)!,
        all,
        to,
      ),
    ).toBe(z)
  })

  test('a single sticker keeps its z', () => {
    expect(zIndexFor(placed('a', 5), [placed('a', 5)], 'front')).toBe(5)
  })
})

test('the position contains exactly the movable properties', () => {
  expect(positionOf(placed('a', 3))).toEqual(position)
})
