import { send } from '../http/client'
import { resource } from '../http/resource.svelte'

export interface Category {
  id: string
  name: string
  emoji: string | null
  color: string
  keywords: string[]
  sort: number
  createdAt: string
}

export type CategoryRequest = Pick<Category, 'name' | 'color'> & Partial<Pick<Category, 'emoji' | 'keywords' | 'sort'>>

/** All categories, in the household's order. */
export const categories = resource<Category[]>('/api/categories')

export function categoryOf(id: string | null | undefined): Category | undefined {
  return categories.value?.find((category) => category.id === id)
}

export const addCategory = (request: CategoryRequest) => send<Category>('POST', '/api/categories', request)
export const changeCategory = (id: string, request: Partial<CategoryRequest>) =>
  send<Category>('PATCH', `/api/categories/${id}`, request)
export const removeCategory = (id: string) => send('DELETE', `/api/categories/${id}`)
export const reorderCategories = (ids: string[]) => send('POST', '/api/categories/reorder', { ids })
