import { expect, test } from 'vitest'
import { accentColours, themeAt } from './appearance'
import { contrast, parseHex, type Rgb } from './colour'
import { PALETTE } from './palette'

const rgb = (hex: string | undefined) => parseHex(hex ?? '') as Rgb

test.each([...PALETTE.map(({ hex }) => hex), '#FF9E7A', '#000000', '#ffffff', '#7f7f7f', '#ffff00', '#0000ff'])(
  'an accent of %s can be read wherever it is used',
  (accent) => {
    const colours = accentColours(accent)
    expect(contrast(rgb(colours['--accent']), rgb(colours['--accent-on']))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(rgb(colours['--accent-ink-light']), rgb('#e3ecde'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(rgb(colours['--accent-ink-dark']), rgb('#2a221e'))).toBeGreaterThanOrEqual(4.5)
  },
)

const evening = { themeMode: 'scheduled', darkFrom: '20:00', darkTo: '07:00' } as const
const siesta = { themeMode: 'scheduled', darkFrom: '13:00', darkTo: '15:00' } as const

test.each([
  [evening, 1199, 'light'],
  [evening, 1200, 'dark'],
  [evening, 0, 'dark'],
  [evening, 420, 'light'],
  [siesta, 800, 'dark'],
  [siesta, 900, 'light'],
  [{ ...evening, themeMode: 'auto' } as const, 0, 'auto'],
  [{ ...evening, themeMode: 'light' } as const, 0, 'light'],
])('the theme of %o at minute %i is %s', (look, minutes, expected) => {
  expect(themeAt(look, minutes)).toBe(expected)
})
