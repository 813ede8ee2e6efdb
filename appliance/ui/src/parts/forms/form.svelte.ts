import { type FormError, formErrorOf } from '$lib/errors/apiError'

/** What a form edits: the draft, whether it was changed, and what went wrong when it was saved. */
export class Form<T extends object> {
  draft: T
  busy = $state(false)
  error = $state<FormError | null>(null)
  #fresh: () => T
  #wording: (failure: unknown) => FormError
  #before: string

  /**
   * `fresh` is the draft of a form that opens: what is stored, or the first values of something new. `wording` gives the
   * error of a request that failed.
   */
  constructor(fresh: () => T, wording: (failure: unknown) => FormError = formErrorOf) {
    this.#fresh = fresh
    this.#wording = wording
    this.draft = $state(fresh())
    this.#before = $state(JSON.stringify(this.draft))
  }

  get dirty(): boolean {
    return JSON.stringify(this.draft) !== this.#before
  }

  /** To be called when the form opens. */
  begin(): void {
    this.draft = this.#fresh()
    this.keep()
    this.error = null
  }

  /** From now on the draft counts as unchanged. */
  keep(): void {
    this.#before = JSON.stringify(this.draft)
  }

  /** The text of the error of one field of the request. */
  errorOf(field: string): string | null {
    return this.error?.field === field ? this.error.text : null
  }

  fail(field: string | null, text: string): void {
    this.error = { field, text }
  }

  /** Removes the error: of one field, or any. */
  clear(field?: string): void {
    if (!field || this.error?.field === field) this.error = null
  }

  /** Saves and answers whether it succeeded; else `error` says why. */
  async save(write: () => Promise<unknown>): Promise<boolean> {
    this.busy = true
    this.error = null
    try {
      await write()
      return true
    } catch (failure) {
      this.error = this.#wording(failure)
      return false
    } finally {
      this.busy = false
    }
  }
}
