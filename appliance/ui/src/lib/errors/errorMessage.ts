import { ApiError } from '../http/client'
import { t } from '../i18n/translate'

/** A message for the user; `what` names the action that failed. */
export function errorMessage(failure: unknown, what?: string): string {
  if (failure instanceof ApiError && failure.offline) return t('kit.offline')
  const reason = failure instanceof Error ? failure.message : String(failure)
  return what ? t('app.requestFailed', { what, reason }) : t('kit.failed', { reason })
}
