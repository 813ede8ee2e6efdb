/** Finds a place over a page where nothing can be tapped. */

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Places are tried in steps of this many pixels, from the middle to both sides. */
const STEP = 16

/** The place for a box of this size in one of the rows, as near to the middle as possible; null where all is taken. */
export function freePlace(
  { width, height }: { width: number; height: number },
  area: Box,
  rows: readonly number[],
  taken: readonly Box[],
): { left: number; top: number } | null {
  const middle = (area.left + area.right - width) / 2
  for (const top of rows) {
    const inRow = taken.filter((box) => box.bottom > top && box.top < top + height)
    for (let aside = 0; middle - aside >= area.left; aside += STEP)
      for (const left of aside ? [middle - aside, middle + aside] : [middle])
        if (!inRow.some((box) => box.right > left && box.left < left + width)) return { left, top }
  }
  return null
}

/** Every row from the lowest to the highest: a dialog has no room of its own for a message. */
export function rowsBetween(highest: number, lowest: number): number[] {
  return Array.from({ length: Math.max(1, Math.ceil((lowest - highest) / STEP)) }, (_, at) => lowest - at * STEP)
}

const TAPPED =
  'a[href], button, input, select, textarea, label, summary, [role=button], [role=checkbox], [tabindex]:not([tabindex="-1"])'

/** The boxes of what can be tapped now: of the uppermost dialog, where one is open. `own` is left out. */
export function tappable(own: HTMLElement): Box[] {
  const dialogs = document.querySelectorAll('dialog[open]')
  const top = dialogs[dialogs.length - 1] ?? document
  return [...top.querySelectorAll<HTMLElement>(TAPPED)].flatMap((element) => {
    if (own.contains(element)) return []
    const box = element.getBoundingClientRect()
    const seen = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight
    return seen ? [box] : []
  })
}
