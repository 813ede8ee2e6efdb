import type { Cells, WidgetKind } from '../board/layout/grid'

/** The fewest columns and rows of each kind of widget. */
export const LEAST: Record<WidgetKind, Pick<Cells, 'width' | 'height'>> = {
  clock: { width: 5, height: 1 },
  add: { width: 3, height: 1 },
  weather: { width: 4, height: 1 },
  people: { width: 3, height: 4 },
  today: { width: 4, height: 2 },
  days: { width: 4, height: 2 },
  week: { width: 8, height: 3 },
  list: { width: 4, height: 2 },
  lists: { width: 4, height: 1 },
  countdowns: { width: 4, height: 1 },
  goal: { width: 4, height: 1 },
  notes: { width: 4, height: 1 },
  meals: { width: 4, height: 1 },
  photo: { width: 3, height: 3 },
  leaders: { width: 4, height: 2 },
  waiting: { width: 4, height: 1 },
}
