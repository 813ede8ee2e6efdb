import type { Measure } from '../layout/textLines'

/** Widths are measured at this size in px, and grow with the size. */
const AT = 100
const LIMIT = 4_000
const measures = new Map<number, Measure>()

/** All digits of the page have one width, which is a little less than that of a 0 by itself. */
const DIGITS = /\d/g

/** Measures a text in the font of the page, in widths of one em. */
export function emsOf(weight: number): Measure {
  let found = measures.get(weight)
  if (!found) {
    const context = document.createElement('canvas').getContext('2d')!
    const known = new Map<string, number>()
    const font = () => `${weight} ${AT}px ${getComputedStyle(document.body).fontFamily}`
    context.font = font()
    // Before its font is loaded a text has the width of another one.
    void document.fonts.ready.then(() => {
      known.clear()
      context.font = font()
    })
    found = (text) => {
      let width = known.get(text)
      if (width === undefined) {
        if (known.size >= LIMIT) known.clear()
        known.set(text, (width = context.measureText(text.replace(DIGITS, '0')).width / AT))
      }
      return width
    }
    measures.set(weight, found)
  }
  return found
}
