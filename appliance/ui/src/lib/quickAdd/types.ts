import type { Day } from '../time/dates'

export interface Named {
  id: string
  name: string
}

/** A day that has a name, such as a holiday, and its next date. */
export interface NamedDay {
  name: string
  date: Day
}

/** What the words are understood from. */
export interface Context {
  today: Day
  /** Now, in minutes since midnight. */
  minutes: number
  people: readonly Named[]
  /** Calendars or lists. */
  places: readonly Named[]
  /** Days with a name in the household's region. */
  holidays?: readonly NamedDay[]
  /** 3/4 is 3 April. */
  dayFirst: boolean
  /** Whether a repetition has a start of its own; otherwise its rule names the day. */
  anchored: boolean
  /** The words for where it is belong to the title. */
  withoutLocation?: boolean
}

/** One line, understood. Values that were not typed are null. */
export interface Parsed {
  /** Empty when every word says something else. */
  title: string
  /** In the order in which they were found. */
  memberIds: string[]
  placeId: string | null
  /** Where it is: "at the station". */
  location: string | null
  day: Day | null
  /** More days on which the same is: "Mon and Wed". In order, after `day`. */
  moreDays: Day[]
  /** Inclusive; after `day` for several days. */
  last: Day | null
  /** Minutes since midnight. */
  start: number | null
  /** Minutes. */
  duration: number | null
  rrule: string | null
  /** Words of the title that seem to say more. */
  doubts: { part: 'day' | 'time' | 'repeat'; text: string }[]
}
