import { t } from '$lib/i18n/translate'
import type { Day } from '$lib/time/dates'
import type { FieldErrors } from './fieldGroup'
import { MoreFields } from './moreFields.svelte'
import { RepeatFields } from './repeatFields.svelte'
import { StepsFields } from './stepsFields.svelte'
import { TimesFields } from './timesFields.svelte'
import { WhoFields } from './whoFields.svelte'
import type { Chore, ChoreRequest } from '$lib/api/types'

/** State of the chore form: what every chore has, and the fields of each section. */
export class ChoreForm {
  title = $state('')
  emoji = $state<string | null>(null)
  points = $state(1)
  readonly who = new WhoFields()
  readonly repeat: RepeatFields
  readonly times = new TimesFields()
  readonly steps = new StepsFields()
  readonly more = new MoreFields()

  readonly #chore: Chore | null
  readonly #before: string

  /** `day` is the due date of a one-time chore; `memberId` the default member. */
  constructor(chore: Chore | null, day: Day, memberId: string | null) {
    this.#chore = chore
    this.who.memberId = memberId
    this.repeat = new RepeatFields(day)
    if (chore) this.#fill(chore)
    this.#before = this.#text()
  }

  get dirty(): boolean {
    return this.#text() !== this.#before
  }

  /** What must be corrected before the chore can be saved, by field. */
  errors(): FieldErrors {
    const own = this.title.trim() ? {} : { title: t('choreForm.form.choreMissing') }
    return Object.assign(own, ...this.#groups.map((group) => group.errors())) as FieldErrors
  }

  /** The request body; values that the form did not change stay as they are. */
  request(): ChoreRequest {
    const { title, emoji, points } = this
    const request = { title: title.trim(), emoji, points: Math.round(points) }
    return Object.assign(request, ...this.#groups.map((group) => group.request(this.#chore))) as ChoreRequest
  }

  get #groups() {
    return [this.who, this.repeat, this.times, this.steps, this.more]
  }

  #fill(chore: Chore): void {
    this.title = chore.title
    this.emoji = chore.emoji
    this.points = chore.points
    for (const group of this.#groups) group.fill(chore)
  }

  #text(): string {
    return JSON.stringify([this.title, this.emoji, this.points, ...this.#groups.map((group) => group.text())])
  }
}
