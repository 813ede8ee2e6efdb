import { categories } from '$lib/api/categories'
import { allChores } from '$lib/api/chores'
import { lists } from '$lib/api/lists'
import type { CategoryRequest, ChoreRequest, ListRequest } from '$lib/api/types'
import { request } from './setupRequests'

/** What the household starts with. */
export interface Starters {
  categories: CategoryRequest[]
  chores: ChoreRequest[]
  lists: ListRequest[]
}

/** Adds them one after another, in the order in which they are shown later. */
export async function addStarters(starters: Starters): Promise<void> {
  for (const each of starters.categories) await request('POST', '/api/categories', each)
  for (const each of starters.chores) await request('POST', '/api/chores', each)
  for (const each of starters.lists) await request('POST', '/api/lists', each)
  await Promise.all([categories.refresh(), allChores.refresh(), lists.refresh()])
}
