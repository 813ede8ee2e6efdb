import { ApiError } from '$lib/http/client'
import { errorMessage } from '$lib/errors/errorMessage'
import { t } from '$lib/i18n/translate'
import type { Redemption, Reward } from '$lib/api/types'
import { addDays, type Day, type FirstWeekday, weekStart } from '$lib/time/dates'
import { formatDay } from '$lib/time/formats'

/** Whether a reward is for a member; one that names nobody is for everybody. */
export const isFor = (reward: Pick<Reward, 'memberIds'>, memberId: string | undefined): boolean =>
  reward.memberIds.length === 0 || (memberId !== undefined && reward.memberIds.includes(memberId))

type Shared = { shares?: Reward['shares'] }

/** Who paid how much; a copy on this device may be of a version without shares. */
export const sharesOf = ({ shares }: Shared): Reward['shares'] => shares ?? []

/** The points that members have given to a reward together. */
export const pooledOf = (reward: Shared): number => sharesOf(reward).reduce((sum, share) => sum + share.points, 0)

/** The points until it is paid. */
export const missingOf = (reward: Shared & Pick<Reward, 'price'>): number => reward.price - pooledOf(reward)

/** What limits a reward, for the card. */
export function limitsOf(reward: Pick<Reward, 'stock' | 'weeklyLimit' | 'needsApproval'>): string[] {
  return [
    ...(reward.stock === 0 ? [t('rewards.none')] : reward.stock ? [t('rewards.left', { count: reward.stock })] : []),
    ...(reward.weeklyLimit ? [t('rewards.weekly', { count: reward.weeklyLimit })] : []),
    ...(reward.needsApproval ? [t('common.parentSaysYes')] : []),
  ]
}

/**
 * Why a member cannot redeem a reward again now, and from when on it can; null where it can. `own` are its newest
 * redemptions.
 */
export function pauseOf(
  reward: Pick<Reward, 'id' | 'weeklyLimit'>,
  own: readonly Pick<Redemption, 'rewardId' | 'state' | 'date'>[],
  today: Day,
  first: FirstWeekday,
): string | null {
  const standing = own.filter(
    ({ rewardId, state }) => rewardId === reward.id && ['waiting', 'approved'].includes(state),
  )
  if (standing.some(({ state }) => state === 'waiting')) return t('rewards.waits')
  const start = weekStart(today, first)
  if (reward.weeklyLimit === null || standing.filter(({ date }) => date >= start).length < reward.weeklyLimit)
    return null
  return t('rewards.againOn', { day: formatDay(addDays(start, 7), { weekday: 'long', day: 'numeric', month: 'long' }) })
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
