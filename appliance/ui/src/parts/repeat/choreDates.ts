import type { Day } from '$lib/time/dates'
import { formatList } from '$lib/i18n/textList'
import { formatDay } from '$lib/time/formats'
import { t, type MessageKey } from '$lib/i18n/translate'
import type { Chore } from '$lib/api/types'
import { NAMES, partsOf, untilOf, weekdayName } from './simpleRule'

const UNITS: Record<string, MessageKey> = {
  DAILY: 'choreForm.repeat.daily',
  WEEKLY: 'choreForm.repeat.weekly',
  MONTHLY: 'choreForm.repeat.monthly',
  YEARLY: 'choreForm.repeat.yearly',
}

/** Describes when a chore is due, also one that counts from its last completion. */
export function describeChore({ rrule, dueDate, afterDays }: Pick<Chore, 'rrule' | 'dueDate' | 'afterDays'>): string {
  return afterDays ? t('choreForm.repeat.afterDays', { count: afterDays }) : describeRule(rrule, dueDate)
}

/** Describes when a chore is due by its rule; quotes a rule that cannot be described. */
export function describeRule(rrule: string | null, dueDate: Day | null): string {
  if (!rrule) return dueDate ? t('choreForm.repeat.on', { what: dayText(dueDate) }) : t('choreForm.repeat.never')
  const parts = partsOf(rrule)
  const unit = UNITS[parts.get('FREQ') ?? '']
  const known = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'COUNT', 'WKST']
  const days = daysOf(parts)
  const until = untilOf(parts.get('UNTIL'))
  if (!unit || days === null || until === undefined || [...parts.keys()].some((key) => !known.includes(key))) {
    return t('choreForm.repeat.rule', { rule: rrule.replace(/^RRULE:/i, '') })
  }
  const words = [t(unit, { count: Number(parts.get('INTERVAL') ?? 1) })]
  if (days) words.push(days)
  if (until) words.push(t('choreForm.repeat.until', { day: dayText(until) }))
  if (parts.has('COUNT')) words.push(t('choreForm.repeat.times', { count: Number(parts.get('COUNT')) }))
  return words.join(' ').replace(' ,', ',')
}

/** The weekdays or dates of a rule in words; empty for none, null when that is not possible. */
function daysOf(parts: Map<string, string>): string | null {
  const [days, dates] = [parts.get('BYDAY'), parts.get('BYMONTHDAY')]
  if (days && dates) return null
  if (dates)
    return onDays(
      dates
        .split(',')
        .map((date) => (date === '-1' ? t('choreForm.repeat.lastDay') : t('choreForm.repeat.date', { day: date }))),
    )
  if (!days) return ''
  const named = days.split(',').map((day) => {
    const [, nth = '', name = ''] = /^(-?\d*)([A-Z]{2})$/.exec(day) ?? []
    const at = NAMES.indexOf(name)
    if (at < 0 || !['', '-1', '1', '2', '3', '4'].includes(nth)) return null
    if (!nth) return weekdayName(at)
    return t(nth === '-1' ? 'choreForm.repeat.nthLast' : (`choreForm.repeat.nth${nth}` as MessageKey), {
      day: weekdayName(at),
      weekday: at,
    })
  })
  if (named.includes(null)) return null
  return parts.get('FREQ') === 'WEEKLY' && days.split(',').sort().join() === 'FR,MO,TH,TU,WE'
    ? t('choreForm.repeat.onSchoolDays')
    : onDays(named as string[])
}

function onDays(days: string[]): string {
  return t('choreForm.repeat.onDays', { what: formatList(days) })
}

function dayText(day: Day): string {
  return formatDay(day, { day: 'numeric', month: 'long', year: 'numeric' })
}
