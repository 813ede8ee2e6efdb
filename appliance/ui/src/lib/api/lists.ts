import { freshId } from '../ids'
import type { Command } from '../changes/commands'
import { isOfList, listAfter, tasksAfter } from '../changes/items'
import { type Change, outbox, type Project } from '../changes/outbox.svelte'
import { t } from '../i18n/translate'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Group, ItemPatch, ItemRequest, List, ListPatch, ListRequest, Step } from './types'

type Named = { id: string; title: string; listId: string }

const nameOf = (listId: string) => lists.value?.find(({ id }) => id === listId)?.name ?? ''

/** Counts come from a list's items where they are loaded here. */
const overviewAfter: Project<List[]> = (all, command) => {
  if (!isOfList(command)) return all
  if (command.kind === 'list.remove') return all.filter(({ id }) => id !== command.listId)
  const known = wholeList(command.listId).value?.list
  return known ? all.map((list) => (list.id === known.id ? known : list)) : all
}

export const lists = resource('/api/lists', {}, { project: overviewAfter })
/** Includes archived lists. */
export const allLists = resource('/api/lists', { archived: 'true' }, { project: overviewAfter })
export const wholeList = (id: string) => resource(`/api/lists/${id}`, undefined, { project: listAfter })
export const tasksOf = (eventId: string) =>
  resource(`/api/events/${encodeURIComponent(eventId)}/items`, undefined, {
    project: (tasks, command, at) => tasksAfter(tasks, command, at, eventId, nameOf),
  })

export const addList = (request: ListRequest) => send('POST', '/api/lists', request)
export const changeList = (id: string, request: ListPatch) => send('PATCH', `/api/lists/${id}`, request)

/**
 * Everything below goes through the outbox. When two devices change the same field of an item, the last write wins; other
 * fields and items are not affected. Removals, `clearDone` and `resetList` wait for a moment, in which `outbox.cancel`
 * takes them back.
 */
function change(words: 'add' | 'tick' | 'change' | 'remove', title: string, command: Command): Promise<Change> {
  return outbox.add(command, t(`lists.doing.${words}`, { title }))
}

const idsOf = ({ id, listId }: Named) => ({ listId, itemId: id })

export function addItems(listId: string, requests: ItemRequest[]): string[] {
  const items = requests.map((request) => ({ ...request, id: freshId() }))
  void change('add', items.map(({ title }) => title).join(', '), { kind: 'items.add', listId, items })
  return items.map(({ id }) => id)
}

/** `taken` says where it was taken from the shelf: the order of the aisles is learnt from it. */
export function tickItem(item: Named, done: boolean, by: string | null = null, taken?: ItemPatch['taken']): void {
  const patch = done ? { done, ...(by ? { doneBy: by } : {}), ...(taken ? { taken } : {}) } : { done }
  void change('tick', item.title, { kind: 'item.change', ...idsOf(item), patch })
}

export function changeItem(item: Named, patch: ItemPatch): void {
  void change('change', item.title, { kind: 'item.change', ...idsOf(item), patch })
}

export const removeItem = (item: Named) => change('remove', item.title, { kind: 'item.remove', ...idsOf(item) })

export function addStep(item: Named, title: string): void {
  void change('change', item.title, { kind: 'step.add', ...idsOf(item), stepId: freshId(), title })
}

export function changeStep(item: Named, step: Step, patch: { title?: string; done?: boolean }): void {
  void change('change', item.title, { kind: 'step.change', ...idsOf(item), stepId: step.id, patch })
}

export const removeStep = (item: Named, step: Step) =>
  change('change', item.title, { kind: 'step.remove', ...idsOf(item), stepId: step.id })

export function orderSteps(item: Named, stepIds: string[]): void {
  void change('change', item.title, { kind: 'steps.order', ...idsOf(item), stepIds })
}

export function orderItems(list: List, itemIds: string[]): void {
  void change('change', list.name, { kind: 'list.order', listId: list.id, itemIds })
}

export function arrange(list: List, patch: Partial<Pick<List, 'sortBy' | 'groupBy'>>): void {
  void change('change', list.name, { kind: 'list.change', listId: list.id, patch })
}

export function putGroups(list: List, groups: Group[]): void {
  const named = groups.map(({ kind, name }) => ({ kind, name }))
  void change('change', list.name, { kind: 'list.groups', listId: list.id, groups: named })
}

export const clearDone = (list: List, itemIds: string[]) =>
  change('change', list.name, { kind: 'list.clear', listId: list.id, itemIds })
export const resetList = (list: List, itemIds: string[]) =>
  change('change', list.name, { kind: 'list.reset', listId: list.id, itemIds })
export const removeList = (list: List) => change('remove', list.name, { kind: 'list.remove', listId: list.id })

// Refresh a list that is not on screen, so that its cached copy is current when the server becomes unreachable.
outbox.onDelivered(({ command }) => {
  if (!isOfList(command) || command.kind === 'list.remove' || command.kind === 'list.change') return
  if (!wholeList(command.listId).used) void wholeList(command.listId).refresh()
})
