import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, mix, parseHex, readable, toHex, type Rgb } from './colour'
import { PALETTE } from './palette'

const rgb = (hex: string) => parseHex(hex) as Rgb
const styles = (name: string) => readFileSync(new URL(`../../styles/${name}.css`, import.meta.url), 'utf8')
const grounds = (name: string) =>
  [...styles('tokens').matchAll(new RegExp(`--${name}: (#[0-9a-f]{6})`, 'g'))].map((hit) => rgb(hit[1]!))
const COLOURS = [
  ...PALETTE.map(({ hex }) => hex),
  '#000000',
  '#ffffff',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
].map(rgb)

function shares(property: string): [light: number, dark: number] {
  const rule = new RegExp(`--tint-${property}: light-dark\\(([^;]+);`).exec(styles('base'))![1]!
  return [...rule.matchAll(/(\d+)%/g)].map((hit) => Number(hit[1]) / 100) as [number, number]
}

test.each([
  ['#e57', [238, 85, 119]],
  ['#FF9E7A', [255, 158, 122]],
  ['red', null],
  ['#12345', null],
])('parses %s', (text, expected) => {
  expect(parseHex(text)).toEqual(expected)
})

test('black on white has the highest contrast', () => {
  expect(contrast(rgb('#000'), rgb('#fff'))).toBeCloseTo(21)
  expect(toHex(mix(rgb('#fff'), rgb('#000'), 0.5))).toBe('#808080')
})

describe.each([
  { theme: 0, ground: 'l-surface', text: '#2c2420', muted: '#564a42' },
  { theme: 1, ground: 'd-surface', text: '#f6eee6', muted: '#dccfc4' },
])('text on a tint, $ground', ({ theme, ground, text, muted }) => {
  test.each([
    ['text', text],
    ['muted', muted],
  ])('%s is readable on every palette colour and every extreme', (property, ink) => {
    const [backs, inks] = [shares('bg')[theme]!, shares(property)[theme]!]
    const surfaces = grounds(ground)
    expect(surfaces.length).toBeGreaterThan(2)
    for (const surface of surfaces) {
      for (const colour of COLOURS) {
        const ratio = contrast(mix(colour, rgb(ink), inks), mix(colour, surface, backs))
        expect(ratio, `${toHex(colour)} on ${toHex(surface)}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})

test('a pale accent is darkened until it can be read', () => {
  const paper = rgb('#ffffff')
  expect(contrast(readable(rgb('#ffee99'), paper, rgb('#000'), 4.5), paper)).toBeGreaterThanOrEqual(4.5)
})
