import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('/src/**/*.{svelte,css}', { query: '?raw', import: 'default', eager: true })

/** Geometry in pixels of the window: it is the same in every direction of writing. */
const PHYSICAL_FOR_A_REASON = ['/src/screens/calendar/drag/drag.css']
const STYLE = /<style[^>]*>(.*)<\/style>/s
const PHYSICAL =
  /(?<![\w-])(?:(?:scroll-)?(?:margin|padding)-(?:left|right)|border-(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius|left|right)[\w-]*\s*:|(?<![\w-])(?:text-align|float|clear|transform-origin)\s*:\s*(?:left|right)|\b(?:left|right) \/ |\bto (?:left|right)\b|translateX\([^)v]*\)/g
const SHORTHAND = /(?<![\w-])(?:margin|padding|inset|border-width)\s*:\s*([^;{}]+);/g
const CORNERS = /(?<![\w-])border-radius\s*:\s*([^;{}]+);/g
const VALUE = /(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g

test('styles do not depend on the direction of writing', () => {
  const found = Object.entries(sources)
    .filter(([path]) => !PHYSICAL_FOR_A_REASON.includes(path))
    .map(([path, source]) => [path, physicalIn(path.endsWith('.css') ? source : (STYLE.exec(source)?.[1] ?? ''))])
    .filter(([, declarations]) => declarations!.length > 0)
  expect(Object.keys(sources).length).toBeGreaterThan(200)
  expect(Object.fromEntries(found)).toEqual({})
})

test.each([
  'margin-left: 1px;',
  'border-right: 0;',
  'left: 0;',
  'padding: 0 1px 0 2px;',
  'inset: auto 0 auto auto;',
  'border-radius: 1px 0 0 1px;',
  'text-align: right;',
  'background: linear-gradient(to right, red, blue);',
  'transform: translateX(3rem);',
])('%s depends on it', (declaration) => {
  expect(physicalIn(declaration)).toHaveLength(1)
})

test.each([
  'margin-inline-start: 1px;',
  'inset: 0 auto;',
  'padding: 0 1px calc(2px + 1px) 1px;',
  'border-radius: 1px 1px 0 0;',
  'transform: translateX(calc(3rem * var(--dir)));',
  'justify-content: flex-start;',
])('%s does not', (declaration) => {
  expect(physicalIn(declaration)).toEqual([])
})

function physicalIn(css: string): string[] {
  const plain = css.replace(/\/\*.*?\*\//gs, '')
  const uneven = [...plain.matchAll(SHORTHAND)].filter(([, value]) => {
    const [, right, , left] = value!.match(VALUE) ?? []
    return left !== undefined && left !== right
  })
  const corners = [...plain.matchAll(CORNERS)].filter(([, value]) => {
    const [first, second = first, third = first, fourth = second] = value!.match(VALUE) ?? []
    return first !== second || third !== fourth
  })
  return [...plain.matchAll(PHYSICAL), ...uneven, ...corners].map(([declaration]) => declaration)
}
