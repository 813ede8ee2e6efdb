import { freshId } from '../ids'
import { changedList, patchedList } from '../changes/changed'
import { outbox } from '../changes/outbox.svelte'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import { rewardAfter } from '../changes/pools'
import type { FamilyGoalRequest, Pooled, RewardPatch, RewardRequest } from './types'

const NEWEST = 30

export const rewards = resource('/api/rewards', undefined, {
  project: (all, command) => {
    if (command.kind === 'reward.change') return patchedList(all, command.rewardId, command.patch)
    if (command.kind !== 'reward.give' && command.kind !== 'reward.takeBack') return all
    return changedList(all, (reward) => (reward.id === command.rewardId ? rewardAfter(reward, command) : reward))
  },
})
/** The household's week with a day; without one the week of yesterday. */
export const weekOf = (day?: string) => resource('/api/weekly-summary', { week: day })
/** A member's newest redemptions. */
export const redemptionsOf = (memberId: string) => resource('/api/rewards/redemptions', { memberId, limit: NEWEST })

export const addReward = (request: RewardRequest) => send('POST', '/api/rewards', request)
export const changeReward = (rewardId: string, patch: RewardPatch) =>
  outbox.send({ kind: 'reward.change', rewardId, patch })
export const removeReward = (id: string) => send('DELETE', `/api/rewards/${id}`)

/** Spends the points at once. The id makes it safe to send again. */
export const redeem = (rewardId: string, memberId: string) =>
  send('POST', `/api/rewards/${rewardId}/redeem`, { memberId, id: freshId() })
/** With others, until it is paid. No more is taken than is missing. */
export const givePoints = (rewardId: string, memberId: string, points: number) =>
  outbox.send({ kind: 'reward.give', rewardId, memberId, points }).then(({ answer }) => answer as Pooled)
/** All that the member gave, or some points of it. */
export const takePointsBack = (rewardId: string, memberId: string, points?: number) =>
  outbox.send({ kind: 'reward.takeBack', rewardId, memberId, points }).then(({ answer }) => answer as Pooled)
/** With a word for the child. */
export const decide = (id: string, decision: 'approve' | 'decline' | 'return', note: string | null = null) =>
  send('POST', `/api/rewards/redemptions/${id}/${decision}`, { note })

export const saveFor = (memberId: string, rewardId: string | null) =>
  send('PUT', `/api/members/${memberId}/goal`, { rewardId })
export const setFamilyGoal = (request: FamilyGoalRequest) => send('PUT', '/api/family-goal', request)
export const removeFamilyGoal = () => send('DELETE', '/api/family-goal')
