import { ApiError } from '$lib/http/client'
import { errorMessage } from '$lib/errors/errorMessage'
import { t } from '$lib/i18n/translate'
import type { Reward } from '$lib/api/types'

/** Whether a reward is for a member; one that names nobody is for everybody. */
export const isFor = (reward: Pick<Reward, 'memberIds'>, memberId: string | undefined): boolean =>
  reward.memberIds.length === 0 || (memberId !== undefined && reward.memberIds.includes(memberId))

/** What limits a reward, for the card. */
export function limitsOf(reward: Pick<Reward, 'stock' | 'weeklyLimit' | 'needsApproval'>): string[] {
  return [
    ...(reward.stock === 0 ? [t('rewards.none')] : reward.stock ? [t('rewards.left', { count: reward.stock })] : []),
    ...(reward.weeklyLimit ? [t('rewards.weekly', { count: reward.weeklyLimit })] : []),
    ...(reward.needsApproval ? [t('common.parentSaysYes')] : []),
  ]
}

/** Why a reward could not be redeemed. */
export function reasonOf(failure: unknown): string {
  if (!(failure instanceof ApiError)) return errorMessage(failure)
  const { price, balance, stock, weeklyLimit } = failure.body
  if (failure.status === 402) return t('rewards.poor', { price: Number(price), balance: Number(balance) })
  if (failure.status !== 409) return errorMessage(failure)
  if (stock === 0) return t('rewards.soldOut')
  return weeklyLimit === undefined ? t('rewards.notOffered') : t('rewards.again')
}
