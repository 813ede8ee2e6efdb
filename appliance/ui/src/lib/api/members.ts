import { patchedList } from '../changes/changed'
import { outbox } from '../changes/outbox.svelte'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Member, MemberPatch, MemberRequest } from './types'

/** All members, in the household's order. */
export const members = resource('/api/members', undefined, {
  project: (all, command) =>
    command.kind === 'member.change' ? patchedList(all, command.memberId, command.patch) : all,
})

export function memberOf(id: string | null | undefined): Member | undefined {
  return members.value?.find((member) => member.id === id)
}

/** The members with these ids, in the household's order. Unknown ids are ignored. */
export function membersOf(ids: readonly string[]): Member[] {
  return (members.value ?? []).filter((member) => ids.includes(member.id))
}

export const addMember = (request: MemberRequest) => send('POST', '/api/members', request)
export const changeMember = (memberId: string, patch: MemberPatch) =>
  outbox.send({ kind: 'member.change', memberId, patch })
export const removeMember = (id: string) => send('DELETE', `/api/members/${id}`)
