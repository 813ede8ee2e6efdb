import { t } from '$lib/i18n/translate'
import { language } from '$lib/i18n/language.svelte'
import type { DayPart } from '$lib/time/dayParts'
import { type Day, parseTime, timeText } from '$lib/time/dates'
import { formatDay, formatDays, formatMinutes } from '$lib/time/formats'
import type { FieldErrors, FieldGroup } from './fieldGroup'
import type { Chore, ChoreRequest } from '$lib/api/types'

const AFTERNOON = 17 * 60

/** The time of day and the time of the year in which the chore is due. */
export class TimesFields implements FieldGroup {
  /** The parts of the day in which it is done; none means any. */
  dayParts = $state<readonly DayPart[]>([])
  timed = $state(false)
  minutes = $state(AFTERNOON)
  /** Whether the chore is late from that time on; otherwise the card only shows it. */
  late = $state(true)
  seasonFrom = $state<Day | null>(null)
  seasonUntil = $state<Day | null>(null)
  /** Whether it is due a day later in a week with a public holiday. */
  movesForHolidays = $state(false)

  #timeBefore = ''
  #isFreeText = false

  fill(chore: Chore): void {
    const minutes = parseTime(chore.dueBy ?? chore.dueTime ?? '')
    this.dayParts = partsOf(chore)
    this.timed = !Number.isNaN(minutes)
    if (this.timed) {
      this.minutes = minutes
      this.late = chore.dueBy !== null
    }
    this.seasonFrom = chore.seasonFrom
    this.seasonUntil = chore.seasonUntil
    this.movesForHolidays = chore.movesForHolidays
    // Free text instead of a time cannot be edited here, and is kept until a time is set.
    this.#isFreeText = !this.timed && chore.dueTime !== null
    this.#timeBefore = this.#time()
  }

  errors(): FieldErrors {
    const { seasonFrom, seasonUntil } = this
    return seasonFrom && seasonUntil && seasonUntil < seasonFrom ? { seasonUntil: t('choreForm.times.untilFirst') } : {}
  }

  request(chore: Chore | null): Partial<ChoreRequest> {
    const { dayParts, seasonFrom, seasonUntil } = this
    const request: Partial<ChoreRequest> =
      dayParts.join() === (chore ? partsOf(chore) : []).join()
        ? {}
        : { dayParts: dayParts.length > 1 ? [...dayParts] : [], dayPart: dayParts.length === 1 ? dayParts[0]! : null }
    if (this.#time() !== this.#timeBefore) {
      const time = this.timed ? timeText(this.minutes) : null
      request.dueBy = this.late ? time : null
      if (time || !this.#isFreeText) request.dueTime = time
    }
    if (this.movesForHolidays !== (chore?.movesForHolidays ?? false)) request.movesForHolidays = this.movesForHolidays
    if (seasonFrom !== (chore?.seasonFrom ?? null)) request.seasonFrom = seasonFrom
    if (seasonUntil !== (chore?.seasonUntil ?? null)) request.seasonUntil = seasonUntil
    return request
  }

  text(): string {
    return JSON.stringify([this.dayParts, this.#time(), this.seasonFrom, this.seasonUntil, this.movesForHolidays])
  }

  /** What is set, in words; empty for nothing. */
  summary(): string {
    const { seasonFrom, seasonUntil } = this
    const time = formatMinutes(this.minutes)
    return [
      this.dayParts.length > 0 && partNames(this.dayParts),
      this.timed && t(this.late ? 'choreForm.times.by' : 'choreForm.times.at', { time }),
      seasonFrom && seasonUntil && seasonFrom <= seasonUntil
        ? formatDays(seasonFrom, seasonUntil, DATE)
        : [
            seasonFrom && t('choreForm.times.since', { day: formatDay(seasonFrom, DATE) }),
            seasonUntil && t('choreForm.times.till', { day: formatDay(seasonUntil, DATE) }),
          ],
      this.movesForHolidays && t('choreDates.holidays'),
    ]
      .flat()
      .filter(Boolean)
      .join(' · ')
  }

  #time(): string {
    return this.timed ? `${this.minutes}${this.late ? ' late' : ''}` : ''
  }
}

const partsOf = ({ dayPart, dayParts }: Chore): readonly DayPart[] =>
  dayParts.length > 0 ? dayParts : dayPart ? [dayPart] : []

/** The names of parts of the day as one phrase. */
export const partNames = (parts: readonly DayPart[]) =>
  new Intl.ListFormat(language.locale, { type: 'conjunction' }).format(parts.map((part) => t(`choreForm.form.${part}`)))

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const
