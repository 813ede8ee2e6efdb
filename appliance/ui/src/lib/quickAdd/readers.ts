import { addDays, addMonths, type Day, monthStart, range, weekday, weekStart } from '../time/dates'
import { type Grammar, type Pattern, type Unit, weekdaysBetween } from './grammar'
import { addUnits, dateOf, nextDate, nextMonthDay, type Repetition } from './repeatRule'
import type { Context } from './types'

/** What was read so far. Each value is set once. */
export interface Moment {
  day?: Day
  /** The day is a weekday that is today: with a time that has passed it is a week later. */
  weekdayToday?: true
  /** Days after `day`, in order: "Mon and Wed". */
  moreDays?: Day[]
  /** The day is a date, of any year where none was typed. */
  date?: { month: number; day: number }
  last?: Day
  /** Minutes since midnight as typed. */
  start?: number
  /** Neither am nor pm was typed, nor a leading zero. */
  loose?: true
  /** A part of the day, in minutes since midnight. */
  part?: number
  duration?: number
  /** Lasts or repeats for so many days, weeks, months or years. */
  span?: { amount: number; unit: Unit }
  repeat?: Repetition
  until?: Day
  count?: number
  allDay?: true
}

type Slots = Record<string, string | undefined>
type Reader = (match: Pattern & { slots: Slots; grammar: Grammar; context: Context }) => Moment | null

const HOUR = 60

/** What each kind of pattern says; null when its words make no sense. */
export const readers: Record<string, Reader> = {
  day: ({ days = 0, minutes, slots, grammar, context }) => ({
    day: addDays(context.today, days),
    ...(minutes === undefined ? partOf(slots, grammar) : { part: minutes }),
  }),

  weekday({ weeks = 0, plus = 0, slots, grammar, context: { today } }) {
    const wanted = grammar.weekdays[key(slots.weekday)]!
    const from = weeks ? addDays(weekStart(today, 1), 7 * weeks) : today
    const day = addDays(from, ((wanted - weekday(from) + 7) % 7) + plus)
    return { day, ...(day === today ? { weekdayToday: true } : {}), ...partOf(slots, grammar) }
  },

  weekdays({ slots, grammar, context: { today } }) {
    const wanted = listed(slots.severalWeekdays, grammar)
    const [day, ...moreDays] = range(today, 7).filter((one) => wanted.includes(weekday(one)))
    return day && moreDays.length ? { day, moreDays, ...(day === today ? { weekdayToday: true } : {}) } : null
  },

  date({ slots, grammar, context }) {
    const month = grammar.months[key(slots.month)]!
    return asDay(month, dayIn(slots.dayNumber, grammar), slots.year, context)
  },

  dates({ slots, grammar, context }) {
    const [one, two] = [slots.month, slots.month2].map((word) => grammar.months[key(word)])
    const first = asDay((one ?? two)!, dayIn(slots.dayNumber, grammar), slots.year, context)?.day
    const last = first && nextDate((two ?? one)!, dayIn(slots.dayNumber2, grammar), first)
    return first && last ? { day: first, last } : null
  },

  isoDate: ({ slots, context }) => asDay(Number(slots.month), Number(slots.dayNumber), slots.year, context),

  numericDate({ slots, context }) {
    const [first, second] = [Number(slots.first), Number(slots.second)]
    return context.dayFirst ? asDay(second, first, slots.year, context) : asDay(first, second, slots.year, context)
  },

  dayMonth: ({ slots, context }) => asDay(Number(slots.second), Number(slots.first), slots.year, context),

  /** The number after a weekday is an hour where the next such date is another weekday: "dimanche 18". */
  monthDay({ slots, grammar, context }) {
    const number = dayIn(slots.nthDay, grammar)
    const day = nextMonthDay(number, context.today)
    const named = slots.fullWeekday && grammar.weekdays[key(slots.fullWeekday)]
    return named !== undefined && number < 24 && weekday(day) !== named ? null : { day }
  },

  /** The last day of a month. */
  month({ slots, grammar, context: { today } }) {
    const month = grammar.months[key(slots.month)]!
    const first = month === Number(today.slice(5, 7)) ? monthStart(today) : nextDate(month, 1, today)!
    return { day: addDays(addMonths(first, 1), -1) }
  },

  inUnits({ slots, grammar, context }) {
    const [amount, unit] = [slots.amount ? numberOf(slots.amount, grammar) : 1, grammar.units[key(slots.unit)]!]
    if (unit !== 'minute' && unit !== 'hour') return { day: addUnits(context.today, amount, unit) }
    const at = Math.ceil((context.minutes + amount * (unit === 'hour' ? HOUR : 1)) / 5) * 5
    return { day: addDays(context.today, Math.floor(at / 1440)), start: at % 1440 }
  },

  nextUnit({ slots, grammar, context }) {
    const unit = grammar.units[key(slots.unit)]!
    return unit === 'minute' || unit === 'hour' ? null : { day: addUnits(context.today, 1, unit) }
  },

  time({ exact, slots, grammar }) {
    const read = clockOf(slots.clock ?? slots.hhmm ?? slots.hour, slots.half, grammar)
    return read && exact ? { start: read.start } : read
  },

  timeRange({ slots, grammar }) {
    const end = clockOf(slots.clock2, slots.half2, grammar)
    const start = clockOf(slots.clock, slots.half, grammar)
    if (start?.start === undefined || end?.start === undefined) return null
    let [from, to] = [start.start, end.start]
    // One am or pm says both: 3-4pm, 11-1pm.
    if (start.loose && !end.loose && from + 720 < to) from += 720
    else if (start.loose && end.loose && from < 7 * HOUR) [from, to] = [from + 720, to + (to < 720 ? 720 : 0)]
    if (end.loose && to <= from && to < 720) to += 720
    return { start: from, duration: (to - from + 1440) % 1440 || 1440 }
  },

  minutesPast({ minutes, sign = 1, slots, grammar }) {
    const read = clockOf(slots.hour, slots.half, grammar)
    const past = minutes ?? sign * numberOf(slots.amount, grammar)
    return read && Math.abs(past) < HOUR ? { ...read, start: (read.start! + past + 1440) % 1440 } : null
  },

  dayPart: ({ slots, grammar }) => partOf(slots, grammar),

  allDay: () => ({ allDay: true }),

  duration({ minutes, slots, grammar }) {
    if (minutes) return { duration: minutes }
    const given = slots.amount ?? slots.number
    const amount = given ? numberOf(given, grammar) : 1
    const unit = grammar.units[key(slots.unit)]
    if (slots.number2) return { duration: amount * HOUR + Number(slots.number2) }
    if (unit === 'minute' || unit === 'hour') return { duration: Math.round(amount * (unit === 'hour' ? HOUR : 1)) }
    return unit ? { span: { amount, unit } } : null
  },

  repeat({ every, unit: fixed, slots, grammar }) {
    const unit = fixed ?? grammar.units[key(slots.unit)] ?? grammar.adverbs[key(slots.adverb)]
    if (unit === 'minute' || unit === 'hour') return null
    const weekdays = weekdaysOf(slots, grammar)
    const times = every ?? (slots.amount ? numberOf(slots.amount, grammar) : 1)
    const repeat: Repetition = { unit: weekdays.length ? 'week' : (unit ?? 'week'), every: times, weekdays }
    return times >= 1 ? { repeat, ...partOf(slots, grammar) } : null
  },

  monthlyDay: ({ slots, grammar }) => ({
    repeat: { unit: 'month', every: 1, weekdays: [], day: dayIn(slots.dayNumber ?? slots.nthDay, grammar) },
  }),

  monthlyWeekday: ({ slots, grammar }) => ({
    repeat: {
      unit: 'month',
      every: 1,
      weekdays: [grammar.weekdays[key(slots.weekday)]!],
      nth: grammar.ordinals[key(slots.ordinal)]!,
    },
  }),

  yearly({ slots, grammar, context }) {
    const month = grammar.months[key(slots.month ?? slots.month2)]!
    const day = dayIn(slots.dayNumber ?? slots.dayNumber2, grammar)
    const exists = nextDate(month, day, context.today) !== null
    return exists ? { repeat: { unit: 'year', every: 1, weekdays: [], month, day } } : null
  },

  times: ({ slots, grammar }) => ({ count: Math.round(numberOf(slots.amount, grammar)) }),
}

/** A day of the month in digits, with an ending or not, or as an ordinal word. */
function dayIn(text: string | undefined, grammar: Grammar): number {
  return grammar.ordinals[key(text)] ?? parseInt(text!)
}

function asDay(month: number, day: number, year: string | undefined, { today }: Context): Moment | null {
  const full = year && (year.length === 2 ? 2000 + Number(year) : Number(year))
  const found = full ? dateOf(full, month, day) : nextDate(month, day, today)
  return found ? { day: found, date: { month, day } } : null
}

function clockOf(text: string | undefined, half: string | undefined, grammar: Grammar): Moment | null {
  const [, hours = '', minutes = '0'] = /^(\d{1,2})\D*?(\d{2})?\D*$/.exec(text ?? '') ?? []
  const hour = hours ? Number(hours) : numberOf(text, grammar)
  const known = half && grammar.halves[key(half)]
  if (known && (hour < 1 || hour > 12)) return null
  if (known) return { start: ((hour % 12) + (known === 'pm' ? 12 : 0)) * HOUR + Number(minutes) }
  const start = (hour * HOUR + Number(minutes)) % 1440
  return hour > 12 || hours.startsWith('0') ? { start } : { start, loose: true }
}

function weekdaysOf(slots: Slots, grammar: Grammar): number[] {
  if (slots.weekday && slots.weekday2)
    return weekdaysBetween(grammar.weekdays[key(slots.weekday)]!, grammar.weekdays[key(slots.weekday2)]!)
  const group = grammar.weekdayGroups[key(slots.weekdayGroup)]
  if (group) return group
  const plurals = [slots.weekdayPlural, slots.weekdayPlural2].filter((word) => word !== undefined)
  if (plurals.length) return plurals.map((word) => grammar.weekdayPlurals[key(word)]!)
  return listed(slots.weekdayList, grammar)
}

function listed(text: string | undefined, grammar: Grammar): number[] {
  const words = (text ?? '').split(new RegExp(grammar.slots.and!, 'iu')).map((word) => key(word).replace(/\.$/, ''))
  return words.filter((word) => word in grammar.weekdays).map((word) => grammar.weekdays[word]!)
}

function partOf(slots: Slots, grammar: Grammar): Moment {
  return slots.dayPart ? { part: grammar.dayParts[key(slots.dayPart)]! } : {}
}

function numberOf(text: string | undefined, grammar: Grammar): number {
  return grammar.numbers[key(text)] ?? Number(key(text).replace(',', '.'))
}

function key(text: string | undefined): string {
  return (text ?? '').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim()
}
