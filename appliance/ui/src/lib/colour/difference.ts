import { parseHex } from './colour'

/** How much two colours differ to the eye, as #rrggbb: their distance in OKLab. 1 is black and white. */
export function difference(one: string, other: string): number {
  return Math.hypot(...oklab(one).map((part, at) => part - oklab(other)[at]!))
}

function oklab(hex: string): number[] {
  const [red, green, blue] = (parseHex(hex) ?? [0, 0, 0]).map(linear) as [number, number, number]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}

function linear(part: number): number {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
