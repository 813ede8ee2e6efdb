import type { ApiError } from '../http/client'
import { language } from '../i18n/language.svelte'
import { ENGLISH } from '../i18n/languages'
import { t, type MessageKey, type MessageValues } from '../i18n/translate'

/** Names of errors without a `code`, by status. */
const BY_STATUS: Record<number, string> = {
  401: 'unauthorized',
  404: 'not_found',
  429: 'too_many_attempts',
  500: 'server_error',
  507: 'no_room',
}

/** The text of an error in the UI's language. English has none: the server's own text is English and says more. */
export function codedText(failure: ApiError): string | undefined {
  if (language.tag === ENGLISH) return undefined
  const { body, status } = failure
  const key = `errors.${body.code ?? BY_STATUS[status]}` as MessageKey
  const text = t(key, body as MessageValues)
  return text === key ? undefined : text
}
