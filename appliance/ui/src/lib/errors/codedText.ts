import type { ApiError } from '../http/client'
import { t, type TextKey, type TextValues } from '../i18n/translate'

/** Names of errors without a `code`, by status. */
const BY_STATUS: Record<number, string> = {
  401: 'unauthorized',
  404: 'not_found',
  429: 'too_many_attempts',
  500: 'server_error',
  507: 'no_room',
}

/** The text of an error in the loaded language, see `wording`. */
export function codedText(failure: ApiError): string | undefined {
  // Joined here: the build would load the English texts of a section that is named in the code.
  const { body, status } = failure
  const key = ['errors', body.code ?? BY_STATUS[status]].join('.') as TextKey
  const text = t(key, body as TextValues)
  return text === key ? undefined : text
}
