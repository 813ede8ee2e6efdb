import { addDays, type Day, daysBetween } from '../time/dates'
import type { Moment } from './readers'
import { addUnits, firstDayOf, ruleOf } from './repeatRule'
import type { Context, Parsed } from './types'

const NOON = 720
/** Without am or pm, an hour before this one is in the afternoon. */
const FIRST_MORNING_MINUTE = 7 * 60
/** At night, an hour before this one is after midnight. */
const LAST_NIGHT_MINUTE = 5 * 60
const NIGHT = 20 * 60

type When = Omit<Parsed, 'title' | 'memberIds' | 'placeId' | 'location' | 'doubts'>

/** The days and times meant by what was read. A time without a day is today, or tomorrow when it has passed. */
export function resolve(moment: Moment, context: Context): When {
  const start = moment.allDay ? null : startOf(moment)
  const passed = start !== null && start <= context.minutes
  const soonest = passed ? addDays(context.today, 1) : context.today
  const { repeat, span, duration = null } = moment
  let { day = null, moreDays = [] } = moment
  if (moment.weekdayToday && passed) [day = null, ...moreDays] = [...moreDays, addDays(context.today, 7)]
  if (repeat) day = firstDayOf(repeat, day ?? soonest)
  else if (!day && start !== null) day = soonest
  else if (!day && span) day = context.today
  // "Return books until Friday" is due on that day.
  else if (!day && moment.until) day = moment.until
  const spanEnd = span && day && addDays(addUnits(day, span.amount, span.unit), -1)
  const until = lastDay(moment.until, day, context.today) ?? (repeat ? spanEnd : null) ?? undefined
  const last = repeat ? null : (moment.last ?? spanEnd ?? until)
  const rule = repeat && { ...repeat, count: moment.count, until: until && day && until >= day ? until : undefined }
  return {
    day,
    moreDays: repeat || last ? [] : moreDays,
    last: last && day && last > day ? last : null,
    start,
    duration,
    rrule: rule && day ? ruleOf(rule, day, context.anchored) : null,
  }
}

/** The end of "Mon until Fri" is after its start. */
function lastDay(until: Day | undefined, day: Day | null, today: Day): Day | undefined {
  const soon = until && daysBetween(today, until) < 7
  return soon && day && until < day ? addDays(until, Math.ceil(daysBetween(until, day) / 7) * 7) : until
}

function startOf({ start, loose, part }: Moment): number | null {
  if (start === undefined) return part ?? null
  if (!loose) return start
  if (part !== undefined && part >= NIGHT && start < LAST_NIGHT_MINUTE) return start
  if (part !== undefined)
    return part >= NOON && start < NOON ? start + NOON : part < NOON && start >= NOON ? start - NOON : start
  return start >= 60 && start < FIRST_MORNING_MINUTE ? start + NOON : start
}
