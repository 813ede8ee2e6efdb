import { describe, expect, it } from 'vitest'
import { Pen, PIECE, pieces } from './strokes'

const pen = (points: number, pressure: number | null = null, step = 4) => {
  const drawn = new Pen('#000', 20, 0, 0, pressure, 0)
  for (let at = 1; at < points; at++) drawn.to(at * step, 0, pressure, at * 8)
  return drawn
}
const triples = (points: Float32Array) =>
  Array.from({ length: points.length / 3 }, (_, at) => [...points.slice(at * 3, at * 3 + 3)])

describe('a stroke', () => {
  it.each([1, 2, PIECE, PIECE + 1, PIECE * 3 + 7])(
    'of %i points is drawn in pieces that connect and cover all points',
    (count) => {
      const mark = pen(count).mark()
      const points = mark.kind === 'stroke' ? mark.points : new Float32Array()
      const parts = pieces(points).map(triples)
      for (const [at, part] of parts.slice(1).entries()) expect(part[0]).toEqual(parts[at]!.at(-1))
      expect([parts[0]!, ...parts.slice(1).map((part) => part.slice(1))].flat()).toEqual(triples(points))
    },
  )

  it('is drawn in the same pieces live and afterwards', () => {
    const drawn = pen(PIECE * 2 + 5)
    const mark = drawn.mark()
    const later = mark.kind === 'stroke' ? pieces(mark.points) : []
    expect([drawn.piece(0), drawn.piece(1)]).toEqual(later.slice(0, 2))
  })

  it('ends where the finger was lifted', () => {
    expect(triples(pen(9).from(0)).at(-1)!.slice(0, 2)).toEqual([32, 0])
  })

  it('is thin where the finger was fast, unless the device reports pressure', () => {
    const thin = (step: number, pressure: number | null = null) => triples(pen(30, pressure, step).from(0)).at(-1)![2]!
    expect(thin(40)).toBeLessThan(thin(2))
    expect(thin(40, 0.75)).toBe(0.75)
  })
})
