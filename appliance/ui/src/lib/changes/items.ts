import { zone } from '../api/settings'
import { compareTexts } from '../i18n/collation'
import { type Day, todayIn } from '../time/dates'
import { serverTime } from '../time/serverTime.svelte'
import type { Group, Item, LinkedItem, Priority, SortBy, Step, WholeList } from '../api/types'
import { changedList } from './changed'
import type { Command, NewItem } from './commands'

const RANK: Record<Priority, number> = { urgent: 0, high: 1, normal: 2, low: 3 }

type ListCommand = Extract<Command, { listId: string }>
type StepCommand = Extract<Command, { kind: 'step.add' | 'step.change' | 'step.remove' | 'steps.order' }>
/** What every answer says of an item. */
type Known = Pick<Item, 'id' | 'listId'> & Partial<Item>

export function isOfList(command: Command): command is ListCommand {
  return 'listId' in command
}

/** A list with its items, in its order. */
export function listAfter(whole: WholeList, command: Command, at: number): WholeList {
  const { id, sortBy } = whole.list
  if (!isOfList(command) || command.listId !== id) return whole
  const list = command.kind === 'list.change' ? { ...whole.list, ...command.patch } : whole.list
  const groups = command.kind === 'list.groups' ? numbered(command.groups) : whole.groups
  const items = [...itemsAfter(whole.items, command), ...addedItems(whole.items, command, at)]
  const open = items.filter((item) => !item.done).length
  return {
    ...whole,
    groups,
    items: items.sort(comparatorFor(list.sortBy ?? sortBy, todayIn(zone(), serverTime.now()))),
    list: { ...list, itemCount: items.length, openCount: open },
  }
}

/** The tasks of an event, most urgent first. */
export function tasksAfter(
  tasks: LinkedItem[],
  command: Command,
  at: number,
  eventId: string,
  nameOf: (listId: string) => string,
) {
  if (!isOfList(command)) return tasks
  const added = addedItems(tasks, command, at).map((item) => ({ ...item, listName: nameOf(item.listId) }))
  const after = [...itemsAfter(tasks, command), ...added]
  if (after.every((item, place) => item === tasks[place]) && after.length === tasks.length) return tasks
  return after
    .filter((item) => item.eventId === eventId)
    .sort(
      (a, b) =>
        Number(a.done) - Number(b.done) || rank(a) - rank(b) || a.sort - b.sort || order(a.createdAt, b.createdAt),
    )
}

/** Items that an answer has, of any lists: changed, or gone. */
export function itemsAfter<T extends Known>(items: T[], command: Command): T[] {
  if (!isOfList(command)) return items
  return changedList(items, (item) => (item.listId === command.listId ? itemAfter(item, command) : item))
}

function itemAfter<T extends Known>(item: T, command: ListCommand): T | null {
  if ('itemId' in command && command.itemId !== item.id) return item
  switch (command.kind) {
    case 'list.remove':
    case 'item.remove':
      return null
    case 'list.clear':
      return item.done && !item.opensOn && (command.itemIds?.includes(item.id) ?? true) ? null : item
    case 'list.reset':
      return (command.itemIds?.includes(item.id) ?? true) ? withDone(item, false) : item
    case 'list.order':
      return withSort(item, command.itemIds)
    case 'item.change': {
      const { done, taken: _, ...patch } = command.patch
      const next = { ...item, ...patch }
      return done === undefined ? next : { ...withDone(next, done), doneBy: done ? (patch.doneBy ?? null) : null }
    }
    case 'step.add':
    case 'step.change':
    case 'step.remove':
    case 'steps.order':
      return item.steps ? withSteps(item, stepsAfter(item.steps, command)) : item
  }
  return item
}

/** The items that a command adds, unless they are there. */
function addedItems(items: Item[], command: ListCommand, at: number): Item[] {
  if (command.kind !== 'items.add') return []
  const last = Math.max(-1, ...items.filter(({ listId }) => listId === command.listId).map((item) => item.sort))
  return command.items
    .filter(({ id }) => !items.some((item) => item.id === id))
    .map((request, place) => newItem(request, command.listId, last + 1 + place, new Date(at).toISOString()))
}

function newItem({ steps = [], ...request }: NewItem, listId: string, sort: number, now: string): Item {
  return {
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
    addedBy: null,
    addedWith: null,
    doneWith: null,
    rrule: null,
    afterDays: null,
    repeatFrom: null,
    opensOn: null,
    stepsDone: 0,
    noteCount: 0,
    listId,
    sort,
    createdAt: now,
    updatedAt: now,
    ...request,
    stepsTotal: steps.length,
    steps: steps.map((title, place) => ({ id: `${request.id}:${place}`, title, done: false, sort: place })),
  }
}

function numbered(groups: Pick<Group, 'kind' | 'name'>[]): Group[] {
  return groups.map((group, sort) => ({ ...group, sort })) as Group[]
}

function stepsAfter(steps: Step[], command: StepCommand): Step[] {
  switch (command.kind) {
    case 'step.add': {
      const { stepId: id, title } = command
      if (steps.some((step) => step.id === id)) return steps
      return [...steps, { id, title, done: false, sort: Math.max(-1, ...steps.map((step) => step.sort)) + 1 }]
    }
    case 'step.change':
      return steps.map((step) => (step.id === command.stepId ? { ...step, ...command.patch } : step))
    case 'step.remove':
      return steps.filter((step) => step.id !== command.stepId)
    case 'steps.order':
      return steps.map((step) => withSort(step, command.stepIds)).sort((a, b) => a.sort - b.sort)
  }
}

/** An open item with a due date in the past. */
export function isOverdue(item: Pick<Item, 'done' | 'dueDate'>, today: Day): boolean {
  return !item.done && item.dueDate !== null && item.dueDate < today
}

/** The item after its steps changed: done when all steps are done, open when one is open, unchanged without steps. */
function withSteps<T extends Known>(item: T, steps: Step[]): T {
  const stepsDone = steps.filter((step) => step.done).length
  const done = steps.length > 0 ? stepsDone === steps.length : item.done
  const now =
    done === item.done ? {} : { done, doneAt: done ? new Date(serverTime.now()).toISOString() : null, doneBy: null }
  return { ...item, ...now, steps, stepsDone, stepsTotal: steps.length }
}

function withDone<T extends Known>(item: T, done: boolean): T {
  const doneAt = done ? (item.doneAt ?? new Date(serverTime.now()).toISOString()) : null
  return {
    ...item,
    done,
    doneAt,
    doneBy: done ? (item.doneBy ?? null) : null,
    steps: item.steps?.map((step) => ({ ...step, done })),
    stepsDone: done ? item.steps?.length : 0,
  }
}

function withSort<T extends { id: string; sort?: number }>(one: T, ids: string[]): T {
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
