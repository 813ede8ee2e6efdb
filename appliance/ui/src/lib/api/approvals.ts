import { isAdmin } from './access'
import { memberOf } from './members'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Chore, PendingChore, Redemption } from './types'

/** Ticks that wait for a parent's yes, oldest first. Admin. */
export const pendingChores = resource('/api/chores/pending')

/** The rewards that wait for a parent's yes, newest first. */
export const waitingRedemptions = resource('/api/rewards/redemptions', { state: 'waiting' })

/** Those that wait, where this device may answer them. */
export const waitingHere = (): PendingChore[] => (isAdmin() ? (pendingChores.value ?? []) : [])

export const rewardsHere = (): Redemption[] => (isAdmin() ? (waitingRedemptions.value ?? []) : [])

export const approve = (ids: string[]) => send('POST', '/api/chores/pending/approve', { ids })
export const sendBack = (ids: string[], note: string | null) =>
  send('POST', '/api/chores/pending/reject', { ids, note })

/** Whether a tick with this device's key waits, when it is credited to this member. */
export function tickWaits(chore: Pick<Chore, 'needsApproval'>, memberId: string | null): boolean {
  return (chore.needsApproval ?? memberOf(memberId)?.needsApproval ?? false) && !isAdmin()
}
