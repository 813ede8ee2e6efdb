import { ApiError } from '../http/client'
import { codedText } from './codedText'
import { errorMessage } from './errorMessage'

export interface FormError {
  /** The property named by the server, for example `url`; null for the whole request. */
  field: string | null
  text: string
  /** The server's stable name of the error. */
  code?: string
}

/** Parses an error message of the server, `<path>: <message>`, into field and text. */
export function formErrorOf(failure: unknown): FormError {
  if (!(failure instanceof ApiError) || failure.offline) return { field: null, text: errorMessage(failure) }
  const [, field = null, reason = failure.message] = /^([a-z][A-Za-z.0-9[\]]*): (.+)$/s.exec(failure.message) ?? []
  const text = codedText(failure) ?? sentence(reason)
  const { code } = failure.body
  return { field: field === 'request' ? null : field, text, ...(typeof code === 'string' ? { code } : {}) }
}

function sentence(text: string): string {
  const first = text.charAt(0).toLocaleUpperCase() + text.slice(1)
  return /[.!?…]$/.test(first) ? first : `${first}.`
}
