import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, mix, parseHex, type Rgb } from '$lib/colour/colour'
import { PALETTE } from '$lib/colour/palette'
import { isFamily, lookOf, stripesOf } from './looks'

const sports = { name: 'Sports', color: '#3C9A5F', emoji: '⚽' }
const [ida, theo] = [{ color: '#7a5fd0' }, { color: '#3f9d63' }]

test('an event has the colour of its person, whatever its category is', () => {
  expect(lookOf({ color: '#7a5fd0' }, [ida], sports, 'people')).toEqual({
    color: '#7a5fd0',
    stripes: 'linear-gradient(#7a5fd0 0% 100%)',
    emoji: '⚽',
    category: 'Sports',
  })
})

test('an event of nobody has the colour that the server gives: its calendar’s', () => {
  expect(lookOf({ color: '#c8553d' }, [], undefined, 'people')).toMatchObject({ color: '#c8553d', emoji: null })
})

test('an event of several people has a stripe for each, and a background between their colours', () => {
  const look = lookOf({ color: '#7a5fd0' }, [ida, theo], sports, 'people')
  expect(look.stripes).toBe('linear-gradient(#7a5fd0 0% 50%, #3f9d63 50% 100%)')
  expect(look.color).toBe('#5d7e9a')
  expect(stripesOf(['#a00', '#0b0', '#00c'])).toContain('#0b0 33.3% 66.7%')
})

test('an event of the whole family has a colour of its own, and a stripe for each', () => {
  const look = lookOf({ color: '#7a5fd0' }, [ida, theo], sports, 'people', isFamily([ida, theo], [ida, theo]))
  expect(look).toMatchObject({ color: '#f08c2e', stripes: 'linear-gradient(#7a5fd0 0% 50%, #3f9d63 50% 100%)' })
  expect(lookOf({ color: '#7a5fd0' }, [ida, theo], sports, 'categories', true).color).toBe('#3C9A5F')
  expect([isFamily([ida], [ida]), isFamily([ida], [ida, theo])]).toEqual([false, false])
})

test('with category colours the category comes first, then people', () => {
  expect(lookOf({ color: '#7a5fd0' }, [ida, theo], sports, 'categories').color).toBe('#3C9A5F')
  expect(lookOf({ color: '#7a5fd0' }, [ida], undefined, 'categories').color).toBe('#7a5fd0')
})

test('a colour that is not hexadecimal does not reach a style attribute', () => {
  const look = lookOf({ color: 'red; position: fixed' }, [], undefined, 'people')
  expect(look.color + look.stripes).not.toContain('fixed')
})

test('text is readable on the background of any two people, in light and dark', () => {
  const css = (name: string) => readFileSync(new URL(`../../styles/${name}.css`, import.meta.url), 'utf8')
  const surfaces = (theme: string) =>
    [...css('tokens').matchAll(new RegExp(`--${theme}-surface: (#[0-9a-f]{6})`, 'g'))].map((hit) => parseHex(hit[1]!)!)
  const share = (property: string, theme: 0 | 1) => {
    const rule = new RegExp(`--tint-${property}: light-dark\\(([^;]+);`).exec(css('base'))![1]!
    return Number([...rule.matchAll(/(\d+)%/g)][theme]![1]) / 100
  }
  const inks = [
    ['l', 0, 'text', '#2c2420'],
    ['l', 0, 'muted', '#564a42'],
    ['d', 1, 'text', '#f6eee6'],
    ['d', 1, 'muted', '#dccfc4'],
  ] as const
  for (const one of PALETTE)
    for (const other of PALETTE) {
      const color = parseHex(
        lookOf({ color: '#888' }, [{ color: one.hex }, { color: other.hex }], undefined, 'people').color,
      )
      for (const [name, theme, property, ink] of inks)
        for (const surface of surfaces(name)) {
          const text = mix(color as Rgb, parseHex(ink) as Rgb, share(property, theme))
          const ratio = contrast(text, mix(color as Rgb, surface, share('bg', theme)))
          expect(ratio, `${one.hex} and ${other.hex}, ${property}`).toBeGreaterThanOrEqual(4.5)
        }
    }
})
