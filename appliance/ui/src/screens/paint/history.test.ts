import { describe, expect, it } from 'vitest'
import { DEPTH, History } from './history'
import type { Mark } from './strokes'

const mark = (x: number): Mark => ({ kind: 'sticker', sticker: '🐱', x, y: 0, size: 64, turn: 0 })
const xs = (marks: readonly Mark[]) => marks.map((one) => (one.kind === 'sticker' ? one.x : NaN))
const painted = (count: number) => {
  const history = new History()
  const settled = Array.from({ length: count }, (_, x) => history.add(mark(x))).filter((one) => one !== undefined)
  return { history, settled }
}

describe('undo', () => {
  it('undoes the last twenty marks, newest first', () => {
    const { history, settled } = painted(25)
    expect(xs(settled)).toEqual([0, 1, 2, 3, 4])
    expect(Array.from({ length: DEPTH + 2 }, () => history.undo())).toEqual([
      ...Array.from({ length: DEPTH }, (_, at) => 24 - at),
      undefined,
      undefined,
    ])
    expect(xs(history.marks)).toEqual([0, 1, 2, 3, 4])
  })

  it('cannot undo settled marks after twenty undos', () => {
    const { history } = painted(25)
    for (let at = 0; at < DEPTH; at++) history.undo()
    expect(history.add(mark(99))).toBeUndefined()
    expect(history.undo()).toBe(5)
    expect(history.undo()).toBeUndefined()
  })

  it('keeps its steps and numbering after flattening', () => {
    const { history } = painted(25)
    expect(history.flatten()).toBe(5)
    expect([history.settled.length, history.open.length, history.next]).toEqual([0, DEPTH, 25])
    expect(history.undo()).toBe(24)
  })

  it('is restored from stored marks', () => {
    const history = new History(
      Array.from({ length: 23 }, (_, x) => mark(x + 40)),
      40,
    )
    expect([xs(history.settled), history.next]).toEqual([[40, 41, 42], 63])
  })
})
