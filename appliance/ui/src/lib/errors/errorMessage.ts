import { ApiError } from '../http/client'
import { t } from '../i18n/translate'

/** Why an attempt failed, in words a person can use; the server's own where it gave some. `what` was being attempted. */
export function errorMessage(failure: unknown, what?: string): string {
  if (failure instanceof ApiError && failure.offline) return t('kit.offline')
  const reason = failure instanceof Error ? failure.message : String(failure)
  return what ? t('app.refused', { what, reason }) : t('kit.failed', { reason })
}
