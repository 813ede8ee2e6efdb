import { parseTime } from './dates'

export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const
export type DayPart = (typeof DAY_PARTS)[number]

export interface PartTimes {
  /** HH:MM in the household's zone. */
  afternoonFrom: string
  eveningFrom: string
}

/** The part of the day at a time in minutes; the morning begins with the day. */
export function dayPartAt(minutes: number, { afternoonFrom, eveningFrom }: PartTimes): DayPart {
  if (minutes >= parseTime(eveningFrom)) return 'evening'
  return minutes >= parseTime(afternoonFrom) ? 'afternoon' : 'morning'
}

/** True for what belongs to a part of the day that has not begun. */
export function isLater(part: DayPart | null | undefined, now: DayPart): boolean {
  return !!part && DAY_PARTS.indexOf(part) > DAY_PARTS.indexOf(now)
}
