import { t } from '$lib/i18n/translate'
import type { Day } from '$lib/time/dates'
import { formatRule, parseRule, partsOf, type Repeat, untilOf } from '$parts/repeat/simpleRule'
import type { FieldErrors, FieldGroup } from './fieldGroup'
import type { Chore, ChoreRequest } from '$lib/api/types'

/** `other` is a rule of the full editor, `after` counts from the last completion. */
export type Kind = Repeat['kind'] | 'other' | 'after'

const SOME_DAYS = 3

/** On which days the chore is due. */
export class RepeatFields implements FieldGroup {
  kind = $state<Kind>('daily')
  /** Of a weekly chore; 0 is Sunday. */
  weekdays = $state<number[]>([])
  until = $state<Day | null>(null)
  /** The date of a one-time chore, the first one of `other` and `after`. */
  dueDate = $state<Day>('')
  /** Of `other`; null until the full editor is open. */
  rule = $state<string | null>(null)
  afterDays = $state(SOME_DAYS)
  /** The stored rule of `other`, and whether its first day is known. */
  stored: { rule: string; dated: boolean } | null = null

  #before = ''
  #kindBefore: Kind = 'daily'
  #dateBefore: Day

  /** `day` is the default date. */
  constructor(day: Day) {
    this.dueDate = this.#dateBefore = day
  }

  fill(chore: Chore): void {
    this.dueDate = this.#dateBefore = chore.dueDate ?? this.dueDate
    const simple = parseRule(chore.rrule)
    if (chore.afterDays) {
      this.kind = 'after'
      this.afterDays = chore.afterDays
    } else if (simple) {
      this.kind = simple.kind
      this.weekdays = simple.weekdays
      this.until = simple.until
    } else {
      this.kind = 'other'
      this.rule = chore.rrule
      this.stored = { rule: chore.rrule!, dated: chore.dueDate !== null }
    }
    this.#kindBefore = this.kind
    this.#before = this.text()
  }

  errors(): FieldErrors {
    const until = this.kind === 'other' && this.rule ? untilOf(partsOf(this.rule).get('UNTIL')) : null
    return until && until < this.dueDate ? { rrule: t('choreForm.times.untilFirst') } : {}
  }

  request(chore: Chore | null): Partial<ChoreRequest> {
    const { kind, dueDate, afterDays, weekdays, until } = this
    if (chore && this.text() === this.#before) return {}
    if (kind === 'once') return { rrule: null, afterDays: null, dueDate }
    if (kind === 'other') return { rrule: this.rule, afterDays: null, dueDate }
    if (kind === 'after') {
      const isKept = chore && this.#kindBefore === kind && this.#dateBefore === dueDate
      return { rrule: null, afterDays, ...(isKept ? {} : { dueDate }) }
    }
    // A one-time chore that now repeats starts today.
    const starts = chore && !chore.rrule ? { dueDate: null } : {}
    return { rrule: formatRule({ kind, weekdays, until }), afterDays: null, ...starts }
  }

  text(): string {
    const { kind, weekdays, until, dueDate, rule, afterDays } = this
    if (kind === 'once') return JSON.stringify([kind, dueDate])
    if (kind === 'other') return JSON.stringify([kind, dueDate, rule])
    if (kind === 'after') return JSON.stringify([kind, dueDate, afterDays])
    return JSON.stringify([kind, kind === 'weekly' && [...weekdays].sort(), until])
  }
}
