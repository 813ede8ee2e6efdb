export type Rgb = [red: number, green: number, blue: number]

/** Parses #rgb or #rrggbb; null for anything else. */
export function parseHex(text: string): Rgb | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]
  if (!digits) return null
  const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return [0, 2, 4].map((at) => parseInt(wide.slice(at, at + 2), 16)) as Rgb
}

export function toHex(colour: Rgb): string {
  return '#' + colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')
}

/** `over` mixed into `under` by `share` (0 to 1), like CSS color-mix in srgb. */
export function mix(over: Rgb, under: Rgb, share: number): Rgb {
  return over.map((part, at) => part * share + under[at]! * (1 - share)) as Rgb
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Moves the colour towards `towards` until it has the contrast `ratio` on `ground`. */
export function readable(colour: Rgb, ground: Rgb, towards: Rgb, ratio: number): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const tried = mix(towards, colour, share)
    if (contrast(tried, ground) >= ratio) return tried
  }
  return towards
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
