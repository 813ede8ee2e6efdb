import { contrast, mix, parseHex, readable, toHex, type Rgb } from './colour'
import { localOf, parseTime, within } from '../time/dates'
import { afterNextPaint } from '../touch/motion'
import { loadLocal, saveLocal } from '../storage/localStorage'
import type { Appearance } from '../api/types'

const INK: Rgb = [44, 36, 32]
const PAPER: Rgb = [255, 255, 255]
/** The darkest light background and the lightest dark one that an accent may stand on. */
const LIGHT_GROUND: Rgb = [225, 232, 220]
const DARK_GROUND: Rgb = [58, 50, 46]
const READABLE = 4.6

/** Colours derived from the household's accent, each readable where it is used. */
export function accentColours(accent: string): Record<string, string> {
  const colour = parseHex(accent) ?? ([255, 158, 122] as Rgb)
  const on = contrast(INK, colour) >= READABLE ? INK : PAPER
  // Neither black nor white is readable on a medium colour; adjust it slightly.
  const fill =
    contrast(on, colour) >= READABLE ? colour : readable(colour, on, on === PAPER ? [0, 0, 0] : PAPER, READABLE)
  const light = mix(colour, LIGHT_GROUND, 0.2)
  const dark = mix(colour, DARK_GROUND, 0.2)
  return {
    '--accent': toHex(fill),
    '--accent-on': toHex(on),
    '--accent-ink-light': toHex(readable(colour, light, [40, 20, 10], READABLE)),
    '--accent-ink-dark': toHex(readable(colour, dark, PAPER, READABLE)),
  }
}

/** The theme to show now; `minutes` since the household's midnight. */
export function themeAt(
  appearance: Pick<Appearance, 'themeMode' | 'darkFrom' | 'darkTo'>,
  minutes: number,
): 'light' | 'dark' | 'auto' {
  if (appearance.themeMode !== 'scheduled') return appearance.themeMode
  return within(parseTime(appearance.darkFrom), parseTime(appearance.darkTo), minutes) ? 'dark' : 'light'
}

/** What was applied last. */
let applied = ''

/** Applies the appearance and stores it on the device, so that the next start uses it before the first paint. */
export function applyAppearance(appearance: Appearance, now: number, zone: string): void {
  const root = document.documentElement
  const theme = themeAt(appearance, localOf(now, zone).minutes)
  const text = JSON.stringify(appearance)
  // A style that is set again, even to the same value, has the whole page computed again.
  if (applied === theme + text) return
  applied = theme + text
  if (theme === 'auto') delete root.dataset.theme
  else root.dataset.theme = theme
  root.dataset.light = appearance.backgroundLight
  root.dataset.dark = appearance.backgroundDark
  root.dataset.scale = appearance.textScale
  root.dataset.density = appearance.density
  for (const [name, value] of Object.entries(accentColours(appearance.accent))) root.style.setProperty(name, value)
  saveLocal('appearance', text)
  // Then the styles are computed already.
  void afterNextPaint().then(() => {
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', getComputedStyle(root).backgroundColor)
  })
}

/** The appearance stored on this device; null on the first visit. */
export function lastAppearance(): Appearance | null {
  try {
    return JSON.parse(loadLocal('appearance') ?? 'null') as Appearance | null
  } catch {
    return null
  }
}
