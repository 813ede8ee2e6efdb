import type { Chore, ChoreRequest } from '$lib/api/types'

/** Texts of errors by field, in the names of the request. */
export type FieldErrors = Record<string, string>

/** The fields of one section of the chore form. Each section is filled, compared and sent on its own. */
export interface FieldGroup {
  /** Takes over the values of a stored chore. */
  fill(chore: Chore): void
  /** What must be corrected before the chore can be saved. */
  errors(): FieldErrors
  /** The part of the request body; `chore` is the stored one, null for a new chore. */
  request(chore: Chore | null): Partial<ChoreRequest>
  /** The values as text, to find out whether the person changed one. */
  text(): string
}
