import type { Reward } from '../api/types'
import type { Of } from './commands'

/** A reward after a member gave points to it, or took them back: a pool that is full is redeemed. */
export function rewardAfter(reward: Reward, command: Of<'reward.give' | 'reward.takeBack'>): Reward {
  const { memberId, points } = command
  const own = reward.shares.find((share) => share.memberId === memberId)?.points ?? 0
  const missing = reward.price - reward.shares.reduce((sum, share) => sum + share.points, 0)
  const after = command.kind === 'reward.give' ? own + Math.min(command.points, missing) : own - (points ?? own)
  const others = reward.shares.filter((share) => share.memberId !== memberId)
  const shares = own
    ? reward.shares.map((share) => (share.memberId === memberId ? { memberId, points: after } : share))
    : [...others, { memberId, points: after }]
  const full = shares.reduce((sum, share) => sum + share.points, 0) >= reward.price
  return { ...reward, shares: full ? [] : shares.filter((share) => share.points > 0) }
}
