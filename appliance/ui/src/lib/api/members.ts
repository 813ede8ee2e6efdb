import { send } from '../http/client'
import { resource } from '../http/resource.svelte'

export interface Member {
  id: string
  name: string
  color: string
  avatar: string | null
  birthday: string | null
  sort: number
  pointsToday: number
  pointsWeek: number
  balance: number
}

export type MemberRequest = Pick<Member, 'name' | 'color'> & Partial<Pick<Member, 'avatar' | 'birthday' | 'sort'>>

/** All members, in the household's order. */
export const members = resource<Member[]>('/api/members')

export function memberOf(id: string | null | undefined): Member | undefined {
  return members.value?.find((member) => member.id === id)
}

/** The members with these ids, in the household's order. Unknown ids are ignored. */
export function membersOf(ids: readonly string[]): Member[] {
  return (members.value ?? []).filter((member) => ids.includes(member.id))
}

export const addMember = (request: MemberRequest) => send<Member>('POST', '/api/members', request)
export const changeMember = (id: string, request: Partial<MemberRequest>) =>
  send<Member>('PATCH', `/api/members/${id}`, request)
export const removeMember = (id: string) => send('DELETE', `/api/members/${id}`)
