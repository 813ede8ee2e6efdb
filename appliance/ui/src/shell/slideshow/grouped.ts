import type { Slide } from '$lib/api/types'

/** A screen and a picture are upright or wide when their sides differ by this much. */
const CLEARLY = 1.15

/**
 * The pictures in the order in which they are shown, those that are shown together as one group: on a wide screen two
 * upright ones stand side by side, the first with the next upright one of the list. `ratio` is the screen's width by
 * its height.
 */
export function grouped(slides: readonly Slide[], ratio: number): Slide[][] {
  const groups: Slide[][] = []
  let waiting: Slide[] | null = null
  for (const slide of slides) {
    const pairs = ratio > CLEARLY && isUpright(slide)
    if (pairs && waiting) {
      waiting.push(slide)
      waiting = null
    } else {
      const group = [slide]
      groups.push(group)
      if (pairs) waiting = group
    }
  }
  return groups
}

/** Of a picture of the folder the size is not known before it is shown; it stands alone. */
function isUpright({ width, height }: Slide): boolean {
  return !!width && !!height && height / width > CLEARLY
}
