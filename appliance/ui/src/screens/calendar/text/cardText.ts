import { formatList } from '$lib/i18n/textList'
import { t } from '$lib/i18n/translate'
import type { Day } from '$lib/time/dates'
import { formatDay } from '$lib/time/formats'
import type { CardText } from '../layout/cards'
import type { Placed } from '../layout/placed'
import type { Stretch } from '../layout/routine'
import { shortTime, timesRange } from './eventTimes'

/** Of more people, two and a number are shown. */
const MOST_FACES = 3

/** What a card of a week shows on one of its days. Who it is for is said by its row, or by `faces`. */
export function cardText(one: Placed, day: Day, faces: boolean): CardText {
  const { event, emoji } = one
  const starts = one.first >= day
  return {
    title: event.title,
    emoji: emoji ?? '',
    time: one.bar ? '' : starts ? shortTime(one.start) : t('calendar.until', { time: shortTime(one.end) }),
    place: event.location ?? '',
    faces: faces && !one.family ? Math.min(one.people.length, MOST_FACES) : 0,
  }
}

/** The time of a routine event in its line: 8–13:15. */
export function routineTime(one: Placed): string {
  if (one.bar) return ''
  return one.end > one.start ? `${shortTime(one.start)}\u2013${shortTime(one.end)}` : shortTime(one.start)
}

/** The same for screen readers: what is there on which days. */
export function routineLabel({ column, days: of }: Stretch, days: readonly Day[]): string {
  const events = of[0]!.map((one) =>
    one.bar ? one.event.title : `${one.event.title} ${timesRange(one.start, one.end)}`,
  )
  const [first, last] = [days[column]!, days[column + of.length - 1]!]
  const [from, to] = [first, last].map((day) => formatDay(day, { weekday: 'long' }))
  const when = first === last ? from : `${from} \u2013 ${to}`
  return `${formatList(events)}, ${when}`
}
