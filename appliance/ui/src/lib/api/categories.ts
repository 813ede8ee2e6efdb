import { outbox } from '../changes/outbox.svelte'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Category, CategoryPatch, CategoryRequest } from './types'

/** All categories, in the household's order. */
export const categories = resource('/api/categories', undefined, {
  project: (all, command) =>
    command.kind === 'categories.order' ? command.ids.flatMap((id) => all.filter((one) => one.id === id)) : all,
})

export function categoryOf(id: string | null | undefined): Category | undefined {
  return categories.value?.find((category) => category.id === id)
}

export const addCategory = (request: CategoryRequest) => send('POST', '/api/categories', request)
export const changeCategory = (id: string, request: CategoryPatch) => send('PATCH', `/api/categories/${id}`, request)
export const removeCategory = (id: string) => send('DELETE', `/api/categories/${id}`)
export const reorderCategories = (ids: string[]) => outbox.send({ kind: 'categories.order', ids })
