import type { MonthMetrics } from './monthWeek'
import type { Measure } from './textLines'
import type { Fitting, WeekMetrics } from './weekRows'

interface View extends Fitting {
  /** Of the rows, and of their names, in px. */
  width: number
  height: number
  names: number
  /** Of the screen's short side, and of one rem. */
  short: number
  rem: number
  days: number
  wall: boolean
  /** Widths in em. */
  title: Measure
  detail: Measure
}

/** On a wall no text of a calendar is smaller than this part of the screen's short side: it is read from two metres. */
const SMALLEST = 45

/** The least size of a calendar's text in px; `usual` is that of devices in the hand, in rem. */
function leastFont({ wall, short, rem }: Pick<View, 'wall' | 'short' | 'rem'>, usual: number): number {
  return wall ? Math.max(1.01 * rem, short / SMALLEST) : usual * rem
}

/** The measures of a week in px. `FamilyWeek` draws by them. */
export function weekMetrics(view: View): WeekMetrics & { font: number } {
  const font = leastFont(view, 0.9) * view.scale
  const line = Math.ceil(font * 1.2)
  const padding = Math.ceil(font * (view.dense ? 0.16 : 0.3))
  const gap = view.dense ? 2 : 3
  return {
    font,
    width: (view.width - view.names) / view.days,
    line,
    small: line,
    padding,
    // Margins, stripes, the space beside the text, and a reserve for rounding.
    inset: 4 + 10 + 4 + 1,
    gap,
    face: font * 1.05,
    title: (text) => view.title(text) * font,
    detail: (text) => view.detail(text) * font,
    more: line + padding,
    least: Math.max(2.3 * view.rem, line + 10),
    lane: line + padding + gap,
    routine: Math.ceil(font * 1.15) + gap,
    around: view.dense ? 5 : 8,
  }
}

/** The measures of a month of some weeks in px. `MonthView` draws by them. */
export function monthMetrics(view: Omit<View, 'names' | 'days' | keyof Fitting> & { weeks: number }): MonthMetrics & {
  font: number
} {
  const font = leastFont(view, 0.8125)
  const line = Math.ceil(font * 1.18)
  const padding = Math.ceil(font * 0.16)
  const gap = 2
  return {
    font,
    width: view.width / 7,
    height: Math.floor(view.height / view.weeks) - 1,
    head: Math.ceil(Math.max(1.6 * view.rem, font * 1.3)),
    lane: line + padding + gap,
    line,
    small: line,
    padding,
    inset: 5 + 9 + 4 + 1,
    gap,
    face: 0,
    title: (text) => view.title(text) * font,
    detail: (text) => view.detail(text) * font,
  }
}
