import { type Day, parseTime, timeText } from '$lib/time/dates'
import { parseRule, type Repeat, formatRule } from './choreRule'
import type { Chore, ChoreRequest } from '$lib/api/types'

const MORNING = 8 * 60

/** State of the chore form. */
export class ChoreForm {
  title = $state('')
  emoji = $state<string | null>(null)
  points = $state(1)
  memberId = $state<string | null>(null)
  kind = $state<Repeat['kind'] | 'custom'>('daily')
  weekdays = $state<number[]>([])
  until = $state<Day | null>(null)
  dueDate = $state<Day>('')
  timed = $state(false)
  minutes = $state(MORNING)
  listId = $state<string | null>(null)
  paused = $state(false)

  readonly #chore: Chore | null
  readonly #before: string
  readonly #ruleBefore: string

  /** `day` is the due date of a one-time chore; `memberId` the default member. */
  constructor(chore: Chore | null, day: Day, memberId: string | null) {
    this.#chore = chore
    this.dueDate = chore?.dueDate ?? day
    this.memberId = memberId
    if (chore) this.#fill(chore)
    this.#before = this.#text()
    this.#ruleBefore = this.#rule()
  }

  get dirty(): boolean {
    return this.#text() !== this.#before
  }

  /** A rule the form cannot edit; kept unless another kind is chosen. */
  get custom(): string | null {
    const rrule = this.#chore?.rrule ?? null
    return rrule && parseRule(rrule) === null ? rrule : null
  }

  /** The request body; values that the form did not change stay as they are. */
  request(): ChoreRequest {
    const { title, emoji, points, memberId, listId } = this
    const request: ChoreRequest = {
      title: title.trim(),
      emoji,
      points: Math.round(points),
      memberId,
      active: !this.paused,
    }
    // An archived list stays a chore's checklist, but cannot be chosen again.
    if (listId !== (this.#chore?.listId ?? null)) request.listId = listId
    if (this.#timeText() !== this.#timeBefore()) request.dueTime = this.#timeText()
    if (this.kind !== 'custom' && (!this.#chore || this.#rule() !== this.#ruleBefore)) {
      request.rrule = formatRule({ kind: this.kind, weekdays: this.weekdays, until: this.until })
      if (this.kind === 'once') request.dueDate = this.dueDate
      // A one-time chore that now repeats starts today.
      else if (this.#chore && !this.#chore.rrule) request.dueDate = null
    }
    return request
  }

  #fill(chore: Chore): void {
    const repeat = parseRule(chore.rrule)
    this.title = chore.title
    this.emoji = chore.emoji
    this.points = chore.points
    this.memberId = chore.memberId
    this.kind = repeat?.kind ?? 'custom'
    this.weekdays = repeat?.weekdays ?? []
    this.until = repeat?.until ?? null
    const minutes = parseTime(chore.dueTime ?? '')
    this.timed = !Number.isNaN(minutes)
    if (this.timed) this.minutes = minutes
    this.listId = chore.listId
    this.paused = !chore.active
  }

  #timeText(): string | null {
    return this.timed ? timeText(this.minutes) : null
  }

  /** Free text instead of a time cannot be edited here, and is kept until a time is set. */
  #timeBefore(): string | null {
    const before = this.#chore?.dueTime ?? null
    return before !== null && Number.isNaN(parseTime(before)) ? null : before
  }

  #rule(): string {
    return [this.kind, [...this.weekdays].sort().join(), this.until, this.kind === 'once' ? this.dueDate : ''].join('|')
  }

  #text(): string {
    return JSON.stringify([
      this.title,
      this.emoji,
      this.points,
      this.memberId,
      this.#rule(),
      this.#timeText(),
      this.listId,
      this.paused,
    ])
  }
}
