import { isAdmin } from './access'
import { memberOf } from './members'
import { settings } from './settings'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Chore, PendingChore, Redemption } from './types'

/** Ticks that wait for a parent's yes, oldest first. */
export const pendingChores = resource('/api/chores/pending')

/** The rewards that wait for a parent's yes, newest first. */
export const waitingRedemptions = resource('/api/rewards/redemptions', { state: 'waiting' })

/** Whether a parent can answer on this device: with an admin key, or with the PIN at any screen. */
export const mayAnswer = (): boolean => isAdmin() || (settings.value?.pinSet ?? false)

/** Those that wait, where they can be answered on this device. */
export const waitingHere = (): PendingChore[] => (mayAnswer() ? (pendingChores.value ?? []) : [])

/** On a parent's device: a screen shows each member what waits. */
export const rewardsHere = (): Redemption[] => (isAdmin() ? (waitingRedemptions.value ?? []) : [])

export const approve = (ids: string[], note: string | null = null) =>
  send('POST', '/api/chores/pending/approve', { ids, note })
export const sendBack = (ids: string[], note: string | null) =>
  send('POST', '/api/chores/pending/reject', { ids, note })

/** Whether a tick with this device's key waits, when it is credited to this member. */
export function tickWaits(chore: Pick<Chore, 'needsApproval'>, memberId: string | null): boolean {
  return (chore.needsApproval ?? memberOf(memberId)?.needsApproval ?? false) && !isAdmin()
}
