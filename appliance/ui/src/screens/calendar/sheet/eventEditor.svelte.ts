import { addEvent, changeEvent, keyOf } from '$lib/api/events'
import { codedText } from '$lib/errors/codedText'
import { ApiError, type Undoable } from '$lib/http/client'
import { loadDraft, storeDraft } from './drafts'
import { moveRepeat } from '$parts/repeat/rule'
import { changedFields, type FieldErrors, errorsOf, type Form, requestOf } from './eventForm'
import { type Changes, datesOf, isOfSeries } from './seriesDates'
import type { Apply, Calendar, EventInstance, EventRequest } from '$lib/api/types'

/** State of the event form: values, errors, unsaved changes. */
export class EventEditor {
  form: Form = $state()!
  errors = $state<FieldErrors>({})
  busy = $state(false)
  /** The form contains a restored draft. */
  restored = $state(false)
  #done = false
  readonly #fresh: Form
  readonly #before: EventRequest
  readonly #key: string

  constructor(
    fresh: Form,
    readonly zone: string,
    /** The event or occurrence to change; null for a new one. */
    readonly event: EventInstance | null,
  ) {
    this.#fresh = fresh
    this.#before = requestOf(fresh, zone)
    this.#key = event ? keyOf(event) : 'new'
    const draft = loadDraft(this.#key)
    this.restored = draft !== null
    this.form = { ...fresh, ...draft }
  }

  get dirty(): boolean {
    return JSON.stringify(requestOf(this.form, this.zone)) !== JSON.stringify(this.#before)
  }

  saveDraft(): void {
    if (!this.#done) storeDraft(this.#key, this.dirty ? $state.snapshot(this.form) : null)
  }

  startOver(): void {
    this.form = structuredClone(this.#fresh)
    this.restored = false
    this.errors = {}
  }

  discardDraft(): void {
    this.#done = true
    storeDraft(this.#key, null)
  }

  /** What the person changed, as far as it decides which dates can be changed. */
  get changes(): Changes {
    const now = requestOf(this.form, this.zone)
    const times = (['start', 'end', 'allDay'] as const).some((key) => now[key] !== this.#before[key])
    const moved = moveRepeat(this.#fresh.repeat, this.#fresh.first, this.form.first)
    return { times, rule: JSON.stringify(this.form.repeat) !== JSON.stringify(moved) }
  }

  /** Whether the form has no errors; they are in `errors`. */
  validate(): boolean {
    this.errors = errorsOf(this.form, this.zone)
    return Object.keys(this.errors).length === 0
  }

  /** Saves a valid form. Null when the server rejects a field, then `errors` has its error. Throws other errors. */
  async save(kind: Calendar['kind'], apply: Apply): Promise<Undoable<EventInstance> | null> {
    this.busy = true
    try {
      const written = this.event
        ? await changeEvent(this.event.id, {
            ...this.#changedFields(),
            ...datesOf(this.event, kind, apply),
          })
        : await addEvent(requestOf(this.form, this.zone))
      this.discardDraft()
      return written
    } catch (failure) {
      if (!this.#showFieldError(failure)) throw failure
      return null
    } finally {
      this.busy = false
    }
  }

  /** The changed fields; the rule of a series only where the person changed it: the server moves it with its dates. */
  #changedFields(): ReturnType<typeof changedFields> {
    const { rrule, ...fields } = changedFields(this.#before, requestOf(this.form, this.zone))
    return rrule === undefined || (isOfSeries(this.event!) && !this.changes.rule) ? fields : { ...fields, rrule }
  }

  /** Shows an error next to the field it names. */
  #showFieldError(failure: unknown): boolean {
    if (!(failure instanceof ApiError) || failure.status !== 400) return false
    const [, field, words] = /^(title|calendarId|start|end): (.+)$/.exec(failure.message) ?? []
    if (!field || !words) return false
    this.errors = { [field === 'start' ? 'end' : field]: codedText(failure) ?? words }
    return true
  }
}
