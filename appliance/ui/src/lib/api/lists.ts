import { freshId } from '../ids'
import { type ChangeOptions, outbox } from '../outbox/outbox.svelte'
import { t } from '../i18n/translate'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Group, ItemPatch, ItemRequest, List, ListPatch, ListRequest, Step } from './types'

type Named = { id: string; title: string; listId: string }

/** How long a removal can be undone. */
const UNDO_MS = 8_000

export const lists = resource('/api/lists')
/** Includes archived lists. */
export const allLists = resource('/api/lists', { archived: 'true' })
export const wholeList = (id: string) => resource(`/api/lists/${id}`)
export const tasksOf = (eventId: string) => resource(`/api/events/${encodeURIComponent(eventId)}/items`)

export const addList = (request: ListRequest) => send('POST', '/api/lists', request)
export const changeList = (id: string, request: ListPatch) => send('PATCH', `/api/lists/${id}`, request)

/**
 * Everything below goes through the outbox: drawn at once by `listWithChanges`, sent in order, kept while there is no
 * connection. When two devices change the same field of an item, the last write wins; other fields and items are not
 * affected.
 */
const path = (listId: string, ...rest: string[]) => ['/api/lists', listId, ...rest].join('/')
const items = (item: Named, ...rest: string[]) => path(item.listId, 'items', item.id, ...rest)
const changeOptions = (words: 'add' | 'tick' | 'change' | 'remove', title: string): ChangeOptions => ({
  words: t(`lists.doing.${words}`, { title }),
})

export function addItems(listId: string, requests: ItemRequest[]): string[] {
  const made = requests.map((request) => ({ ...request, id: freshId() }))
  const title = made.map((request) => request.title).join(', ')
  void outbox.enqueue('POST', path(listId, 'items'), made, changeOptions('add', title))
  return made.map(({ id }) => id)
}

export function tickItem(item: Named, done: boolean, by: string | null = null): void {
  void outbox.enqueue(
    'PATCH',
    items(item),
    done && by ? { done, doneBy: by } : { done },
    changeOptions('tick', item.title),
  )
}

export function changeItem(item: Named, patch: ItemPatch): void {
  void outbox.enqueue('PATCH', items(item), patch, changeOptions('change', item.title))
}

/** Removes the item after a delay; `outbox.cancel` undoes it until then. */
export const removeItem = (item: Named) =>
  outbox.enqueue('DELETE', items(item), undefined, { ...changeOptions('remove', item.title), hold: UNDO_MS })

export function addStep(item: Named, title: string): void {
  void outbox.enqueue('POST', items(item, 'steps'), { id: freshId(), title }, changeOptions('change', item.title))
}

export function changeStep(item: Named, step: Step, patch: { title?: string; done?: boolean }): void {
  void outbox.enqueue('PATCH', items(item, 'steps', step.id), patch, changeOptions('change', item.title))
}

export const removeStep = (item: Named, step: Step) =>
  outbox.enqueue('DELETE', items(item, 'steps', step.id), undefined, {
    ...changeOptions('change', item.title),
    hold: UNDO_MS,
  })

export function orderSteps(item: Named, stepIds: string[]): void {
  void outbox.enqueue('POST', items(item, 'steps', 'reorder'), { stepIds }, changeOptions('change', item.title))
}

export function orderItems(list: List, itemIds: string[]): void {
  void outbox.enqueue('POST', path(list.id, 'reorder'), { itemIds }, changeOptions('change', list.name))
}

export function arrange(list: List, patch: Partial<Pick<List, 'sortBy' | 'groupBy'>>): void {
  void outbox.enqueue('PATCH', path(list.id), patch, changeOptions('change', list.name))
}

export function putGroups(list: List, groups: Group[]): void {
  void outbox.enqueue(
    'PUT',
    path(list.id, 'groups'),
    { groups: groups.map(({ kind, name }) => ({ kind, name })) },
    changeOptions('change', list.name),
  )
}

/** The next three changes are held back, at most until another change of the same list. */
const heldOptions = (list: List): ChangeOptions => ({
  ...changeOptions('change', list.name),
  hold: UNDO_MS,
  scope: path(list.id),
})
export const clearDone = (list: List, itemIds: string[]) =>
  outbox.enqueue('POST', path(list.id, 'clear-completed'), { itemIds }, heldOptions(list))
export const resetList = (list: List, itemIds: string[]) =>
  outbox.enqueue('POST', path(list.id, 'reset'), { itemIds }, heldOptions(list))
export const removeList = (list: List) =>
  outbox.enqueue('DELETE', path(list.id), undefined, { ...heldOptions(list), ...changeOptions('remove', list.name) })

// Refresh a list that is not on screen, so that its cached copy is current when the server becomes unreachable.
outbox.onDelivered(({ path }) => {
  const id = /^\/api\/lists\/([^/]+)\//.exec(path)?.[1]
  if (id && !wholeList(id).used) void wholeList(id).refresh()
})
