import { ApiError } from '../http/client'
import { errorMessage } from './errorMessage'

export interface FormError {
  /** The property named by the server, for example `url`; null for the whole request. */
  field: string | null
  text: string
}

/** Parses an error message of the server, `<path>: <message>`, into field and text. */
export function formErrorOf(failure: unknown): FormError {
  if (!(failure instanceof ApiError) || failure.offline) return { field: null, text: errorMessage(failure) }
  const [, field = null, reason = failure.message] = /^([a-z][A-Za-z.0-9[\]]*): (.+)$/s.exec(failure.message) ?? []
  return field && field !== 'request' ? { field, text: sentence(reason) } : { field: null, text: sentence(reason) }
}

function sentence(text: string): string {
  const first = text.charAt(0).toLocaleUpperCase() + text.slice(1)
  return /[.!?…]$/.test(first) ? first : `${first}.`
}
