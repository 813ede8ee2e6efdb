import { type FormError, formErrorOf } from '$lib/errors/apiError'

/** What a sheet edits: the draft, whether it was changed, and what went wrong when it was saved. */
export class SheetForm<T extends object> {
  draft: T
  busy = $state(false)
  error = $state<FormError | null>(null)
  #fresh: () => T
  #before: string

  /** `fresh` is the draft of a sheet that opens: what is stored, or the first values of something new. */
  constructor(fresh: () => T) {
    this.#fresh = fresh
    this.draft = $state(fresh())
    this.#before = $state(JSON.stringify(this.draft))
  }

  get dirty(): boolean {
    return JSON.stringify(this.draft) !== this.#before
  }

  /** To be called when the sheet opens. */
  begin(): void {
    this.draft = this.#fresh()
    this.#before = JSON.stringify(this.draft)
    this.error = null
  }

  /** The text of the error of one field of the request. */
  errorOf(field: string): string | null {
    return this.error?.field === field ? this.error.text : null
  }

  fail(field: string, text: string): void {
    this.error = { field, text }
  }

  /** Saves and answers whether it succeeded; else `error` says why. */
  async save(write: () => Promise<unknown>): Promise<boolean> {
    this.busy = true
    try {
      await write()
      return true
    } catch (failure) {
      this.error = formErrorOf(failure)
      return false
    } finally {
      this.busy = false
    }
  }
}
