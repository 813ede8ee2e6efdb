import { isRightToLeft } from '$lib/i18n/direction'

/** The distance of a column from the hours beside the columns, in pixels to the right. */
export function distanceFrom(column: Element, hours: Element): number {
  const [at, beside] = [column.getBoundingClientRect(), hours.getBoundingClientRect()]
  return isRightToLeft() ? at.right - beside.left : at.left - beside.right
}
