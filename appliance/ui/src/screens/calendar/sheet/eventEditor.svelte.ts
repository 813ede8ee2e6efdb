import { addEvent, changeEvent } from '$lib/api/events'
import { ApiError } from '$lib/http/client'
import { loadDraft, storeDraft } from './drafts'
import { changedFields, type FieldErrors, errorsOf, type Form, requestOf } from './eventForm'
import type { EventInstance, EventRequest, Scope } from '$lib/api/types'

/** State of the event form: values, errors, unsaved changes. */
export class EventEditor {
  form: Form = $state()!
  errors = $state<FieldErrors>({})
  busy = $state(false)
  /** Which occurrences of a remote series to change. */
  scope = $state<Scope>('occurrence')
  /** The form contains a restored draft. */
  restored = $state(false)
  #done = false
  readonly #fresh: Form
  readonly #before: EventRequest
  readonly #key: string

  constructor(
    fresh: Form,
    readonly zone: string,
    /** The event to change; null for a new one. */
    readonly event: EventInstance | null,
  ) {
    this.#fresh = fresh
    this.#before = requestOf(fresh, zone)
    this.#key = event?.id ?? 'new'
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

  /** Selects the occurrences to change. For a whole series the times are reset: they cannot be changed here. */
  chooseScope(scope: Scope): void {
    this.scope = scope
    if (scope === 'occurrence') return
    const { allDay, first, start, last, end } = this.#fresh
    Object.assign(this.form, { allDay, first, start, last, end })
  }

  discardDraft(): void {
    this.#done = true
    storeDraft(this.#key, null)
  }

  /** Returns whether it was saved; field errors are in `errors`. Throws other errors. */
  async save(): Promise<boolean> {
    this.errors = errorsOf(this.form, this.zone)
    if (Object.keys(this.errors).length > 0) return false
    this.busy = true
    try {
      const request = requestOf(this.form, this.zone)
      if (!this.event) await addEvent(request)
      else if (this.dirty)
        await changeEvent(this.event.id, {
          ...changedFields(this.#before, request),
          ...(this.scope === 'series' ? { scope: this.scope } : {}),
        })
      this.discardDraft()
      return true
    } catch (failure) {
      if (!this.#showFieldError(failure)) throw failure
      return false
    } finally {
      this.busy = false
    }
  }

  /** Shows an error next to the field it names. */
  #showFieldError(failure: unknown): boolean {
    if (!(failure instanceof ApiError) || failure.status !== 400) return false
    const [, field, words] = /^(title|calendarId|start|end): (.+)$/.exec(failure.message) ?? []
    if (!field || !words) return false
    this.errors = { [field === 'start' ? 'end' : field]: words }
    return true
  }
}
