import { ApiError } from '../http/client'
import { t } from '../i18n/translate'
import { codedText } from './codedText'

/** A message for the user; `what` names the action that failed. */
export function errorMessage(failure: unknown, what?: string): string {
  if (failure instanceof ApiError && failure.offline) return t('common.offline')
  if (failure instanceof ApiError && failure.body.code === 'pin_required') return t('app.pinNeeded')
  const worded = failure instanceof ApiError && codedText(failure)
  if (worded && !what) return worded
  const reason = worded || (failure instanceof Error ? failure.message : String(failure))
  return what ? t('app.requestFailed', { what, reason }) : t('common.failed', { reason })
}
