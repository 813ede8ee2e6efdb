import { compareTexts } from '../i18n/collation'
import type { Day } from '../time/dates'
import type { Change } from './outbox.svelte'
import type { Group, Item, LinkedItem, List, Priority, SortBy, Step, WholeList } from '../api/types'
import { serverTime } from '../time/serverTime.svelte'

const RANK: Record<Priority, number> = { urgent: 0, high: 1, normal: 2, low: 3 }

/** A list with this device's pending changes applied. `asOf`: when the response was requested. */
export function listWithChanges(whole: WholeList, changes: readonly Change[], asOf: number, today: Day): WholeList {
  const base = `/api/lists/${whole.list.id}`
  const own = changes.filter(
    ({ path, sentAt }) => (sentAt ?? Infinity) > asOf && (path === base || path.startsWith(`${base}/`)),
  )
  if (own.length === 0) return whole
  const changed = own.reduce(
    (now, change) => applyToList(now, change, change.path.slice(base.length + 1).split('/')),
    whole,
  )
  const items = [...changed.items].sort(comparatorFor(changed.list.sortBy, today))
  const open = items.filter((item) => !item.done).length
  return { ...changed, items, list: { ...changed.list, itemCount: items.length, openCount: open } }
}

/** The lists without those being removed; counts from `known` where items are loaded here. */
export function listsWithChanges(
  lists: List[],
  changes: readonly Change[],
  asOf: number,
  known: (id: string) => List | undefined,
): List[] {
  const own = changes.filter(({ path, sentAt }) => (sentAt ?? Infinity) > asOf && path.startsWith('/api/lists/'))
  if (own.length === 0) return lists
  const gone = new Set(
    own.filter(({ method, path }) => method === 'DELETE' && path.split('/').length === 4).map(({ path }) => path),
  )
  const touched = new Set(own.map(({ path }) => path.split('/')[3]))
  return lists
    .filter(({ id }) => !gone.has(`/api/lists/${id}`))
    .map((list) => (touched.has(list.id) && known(list.id)) || list)
}

/** The tasks of an event with this device's pending changes, most urgent first. */
export function tasksWithChanges(
  tasks: LinkedItem[],
  changes: readonly Change[],
  asOf: number,
  eventId: string,
  nameOf: (listId: string) => string,
): LinkedItem[] {
  let now = tasks
  for (const change of changes) {
    const [, , , listId = '', part, ...rest] = change.path.split('/')
    if (part !== 'items' || ((change.sentAt ?? 0) > 0 && change.sentAt! <= asOf)) continue
    const here = now.filter((item) => item.listId === listId)
    const after = applyToItems(here, change, rest, listId).filter((item) => item.eventId === eventId)
    now = [
      ...now.filter((item) => item.listId !== listId),
      ...after.map((item) => ({ ...item, listName: nameOf(listId) })),
    ]
  }
  return [...now].sort(
    (a, b) =>
      Number(a.done) - Number(b.done) || rank(a) - rank(b) || a.sort - b.sort || order(a.createdAt, b.createdAt),
  )
}

/** An open item with a due date in the past. */
export function isOverdue(item: Item, today: Day): boolean {
  return !item.done && item.dueDate !== null && item.dueDate < today
}

function applyToList(whole: WholeList, change: Change, [part, ...rest]: string[]): WholeList {
  switch (part) {
    case '':
      return change.method === 'PATCH'
        ? { ...whole, list: { ...whole.list, ...(change.body as Partial<List>) } }
        : whole
    case 'items':
      return { ...whole, items: applyToItems(whole.items, change, rest, whole.list.id) }
    case 'clear-completed':
      return { ...whole, items: whole.items.filter(isKept(change)) }
    case 'reset':
      return { ...whole, items: whole.items.map(resetBy(change)) }
    case 'reorder': {
      const { itemIds } = change.body as { itemIds: string[] }
      return { ...whole, items: whole.items.map((item) => withSort(item, itemIds)) }
    }
    case 'groups':
      return {
        ...whole,
        groups: (change.body as { groups: Group[] }).groups.map((group, sort) => ({ ...group, sort })),
      }
  }
  return whole
}

function isKept(change: Change): (item: Item) => boolean {
  const ids = idsIn(change)
  return (item) => !item.done || (ids !== null && !ids.has(item.id))
}

function resetBy(change: Change): (item: Item) => Item {
  const ids = idsIn(change)
  return (item) => (ids === null || ids.has(item.id) ? withDone(item, false) : item)
}

/** The items that a change of a whole list names; null for all. */
function idsIn({ body }: Change): Set<string> | null {
  const { itemIds } = (body ?? {}) as { itemIds?: string[] }
  return itemIds ? new Set(itemIds) : null
}

function applyToItems<T extends Item>(
  items: T[],
  change: Change,
  [id, part, stepId, ...more]: string[],
  listId: string,
): T[] {
  if (!id) return [...items, ...newItems(items, change, listId)] as T[]
  if (!part && change.method === 'DELETE') return items.filter((item) => item.id !== id)
  return items.map((item) => {
    if (item.id !== id) return item
    if (part === 'steps' && more.length === 0) return withSteps(item, stepsAfter(item.steps, change, stepId))
    const { done, ...patch } = change.body as Partial<Item>
    const next = { ...item, ...patch }
    return done === undefined ? next : { ...withDone(next, done), doneBy: done ? (patch.doneBy ?? null) : null }
  })
}

function newItems(items: Item[], change: Change, listId: string): Item[] {
  const last = Math.max(-1, ...items.map((item) => item.sort))
  const requests = (
    change.body as (Partial<Omit<Item, 'steps'>> & { id: string; title: string; steps?: string[] })[]
  ).filter(({ id }) => !items.some((item) => item.id === id))
  return requests.map((request, at) => ({
    notes: null,
    quantity: null,
    store: null,
    category: null,
    memberId: null,
    dueDate: null,
    eventId: null,
    priority: 'normal',
    done: false,
    doneAt: null,
    doneBy: null,
    stepsDone: 0,
    noteCount: 0,
    listId,
    sort: last + 1 + at,
    createdAt: new Date(change.at).toISOString(),
    updatedAt: new Date(change.at).toISOString(),
    ...request,
    stepsTotal: request.steps?.length ?? 0,
    steps: (request.steps ?? []).map((title, sort) => ({ id: `${request.id}:${sort}`, title, done: false, sort })),
  }))
}

function stepsAfter(steps: Step[], change: Change, stepId: string | undefined): Step[] {
  if (!stepId) {
    const { id, title } = change.body as Step
    if (steps.some((step) => step.id === id)) return steps
    return [...steps, { id, title, done: false, sort: Math.max(-1, ...steps.map((step) => step.sort)) + 1 }]
  }
  if (stepId === 'reorder')
    return steps
      .map((step) => withSort(step, (change.body as { stepIds: string[] }).stepIds))
      .sort((a, b) => a.sort - b.sort)
  if (change.method === 'DELETE') return steps.filter((step) => step.id !== stepId)
  return steps.map((step) => (step.id === stepId ? { ...step, ...(change.body as Partial<Step>) } : step))
}

/** The item after its steps changed: done when all steps are done, open when one is open, unchanged without steps. */
function withSteps<T extends Item>(item: T, steps: Step[]): T {
  const stepsDone = steps.filter((step) => step.done).length
  const done = steps.length > 0 ? stepsDone === steps.length : item.done
  const now =
    done === item.done ? {} : { done, doneAt: done ? new Date(serverTime.now()).toISOString() : null, doneBy: null }
  return { ...item, ...now, steps, stepsDone, stepsTotal: steps.length }
}

function withDone<T extends Item>(item: T, done: boolean): T {
  const doneAt = done ? (item.doneAt ?? new Date(serverTime.now()).toISOString()) : null
  return {
    ...item,
    done,
    doneAt,
    doneBy: done ? item.doneBy : null,
    steps: item.steps.map((step) => ({ ...step, done })),
    stepsDone: done ? item.steps.length : 0,
  }
}

function withSort<T extends { id: string; sort: number }>(one: T, ids: string[]): T {
  const sort = ids.indexOf(one.id)
  return sort < 0 ? one : { ...one, sort }
}

function rank(item: Item): number {
  return item.done ? RANK.normal : RANK[item.priority]
}

/** The sort orders of the contract; ties are resolved by position, then creation time. */
function comparatorFor(sortBy: SortBy, today: Day): (a: Item, b: Item) => number {
  const late = (item: Item) => (isOverdue(item, today) ? 0 : 1)
  const due = (a: Item, b: Item) => order(a.dueDate ?? '9999', b.dueDate ?? '9999')
  const place = (a: Item, b: Item) => a.sort - b.sort || order(a.createdAt, b.createdAt)
  switch (sortBy) {
    case 'added':
      return (a, b) => order(b.createdAt, a.createdAt) || b.sort - a.sort
    case 'due':
      return (a, b) => due(a, b) || place(a, b)
    case 'priority':
      return (a, b) => rank(a) - rank(b) || late(a) - late(b) || due(a, b) || place(a, b)
    case 'alpha':
      return (a, b) => compareTexts(a.title, b.title) || place(a, b)
    default:
      return (a, b) => rank(a) - rank(b) || late(a) - late(b) || place(a, b)
  }
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
