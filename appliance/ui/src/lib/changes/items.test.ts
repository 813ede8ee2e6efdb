import { describe, expect, test } from 'vitest'
import type { Command } from './commands'
import { listAfter } from './items'
import type { Item, List, WholeList } from '../api/types'

const list = {
  id: 'L',
  name: 'Shop',
  kind: 'shopping',
  sortBy: 'manual',
  groupBy: 'none',
  itemCount: 3,
  openCount: 3,
} as List

function item(id: string, sort: number, more: Partial<Item> = {}): Item {
  return {
    id,
    listId: 'L',
    title: id,
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
    sort,
    createdAt: `2026-11-0${sort + 1}T00:00:00.000Z`,
    updatedAt: '2026-11-01T00:00:00.000Z',
    steps: [],
    stepsDone: 0,
    stepsTotal: 0,
    ...more,
  }
}

const step = (id: string, done = false, sort = 0) => ({ id, title: id, done, sort })
const whole = (...items: Item[]): WholeList => ({
  list,
  items,
  groups: [],
  suggestions: { stores: [], categories: [] },
  aisleOrders: [],
})
const milk = item('milk', 0)
const eggs = item('eggs', 1)
const bread = item('bread', 2)
const three = whole(milk, eggs, bread)

const AT = Date.parse('2026-11-20T12:00:00Z')
const LIST = { listId: 'L' }
const of = (itemId: string) => ({ ...LIST, itemId })
const ticked = (itemId: string, done: boolean): Command => ({ kind: 'item.change', ...of(itemId), patch: { done } })
const added = (id: string): Command => ({ kind: 'items.add', ...LIST, items: [{ id, title: id }] })

const after = (before: WholeList, ...commands: Command[]) =>
  commands.reduce((whole, command) => listAfter(whole, command, AT), before)
const shown = (result: WholeList) => result.items.map((it) => (it.done ? `(${it.title})` : it.title)).join(' ')

describe('commands are applied', () => {
  test.each<[string, Command, string]>([
    ['tick', ticked('eggs', true), 'milk (eggs) bread'],
    ['untick', ticked('eggs', false), 'milk eggs bread'],
    ['rename', { kind: 'item.change', ...of('eggs'), patch: { title: 'Eier' } }, 'milk Eier bread'],
    ['hurry', { kind: 'item.change', ...of('bread'), patch: { priority: 'urgent' } }, 'bread milk eggs'],
    ['overdue first', { kind: 'item.change', ...of('bread'), patch: { dueDate: '2026-11-19' } }, 'bread milk eggs'],
    ['add', added('tea'), 'milk eggs bread tea'],
    ['add again', added('eggs'), 'milk eggs bread'],
    ['remove', { kind: 'item.remove', ...of('milk') }, 'eggs bread'],
    ['reorder', { kind: 'list.order', ...LIST, itemIds: ['bread', 'milk', 'eggs'] }, 'bread milk eggs'],
    ['sort', { kind: 'list.change', ...LIST, patch: { sortBy: 'alpha' } }, 'bread eggs milk'],
    ['newest first', { kind: 'list.change', ...LIST, patch: { sortBy: 'added' } }, 'bread eggs milk'],
  ])('%s', (_, one, expected) => {
    expect(shown(after(three, one))).toBe(expected)
  })

  test('in the order of creation', () => {
    const [clear, reset]: Command[] = [
      { kind: 'list.clear', ...LIST },
      { kind: 'list.reset', ...LIST },
    ]
    expect(shown(after(three, ticked('milk', true), ticked('milk', false)))).toBe('milk eggs bread')
    expect(shown(after(three, ticked('milk', true), clear!))).toBe('eggs bread')
    expect(shown(after(three, clear!, ticked('milk', true)))).toBe('(milk) eggs bread')
    expect(shown(after(three, ticked('milk', true), reset!))).toBe('milk eggs bread')
  })

  test('clear and reset apply to the items they name', () => {
    const done = whole(item('milk', 0, { done: true }), item('eggs', 1, { done: true }), bread)
    const named = (kind: 'list.clear' | 'list.reset', itemIds?: string[]) => after(done, { kind, ...LIST, itemIds })
    expect(shown(named('list.clear', ['milk', 'bread', 'unknown']))).toBe('(eggs) bread')
    expect(shown(named('list.reset', ['eggs']))).toBe('(milk) eggs bread')
    expect(shown(named('list.clear', []))).toBe('(milk) (eggs) bread')
    expect(shown(named('list.clear'))).toBe('bread')
    expect(shown(named('list.reset'))).toBe('milk eggs bread')
  })

  test('with updated counts', () => {
    expect(after(three, ticked('eggs', true), added('tea')).list).toMatchObject({ itemCount: 4, openCount: 3 })
  })

  test('a change of another list is not applied', () => {
    expect(after(three, { kind: 'item.remove', listId: 'L2', itemId: 'milk' })).toBe(three)
  })
})

describe('items and their steps update each other', () => {
  const cake = item('cake', 0, { steps: [step('a', true, 0), step('b', false, 1)], stepsDone: 1, stepsTotal: 2 })
  const cakeAfter = (...commands: Command[]) => after(whole(cake), ...commands).items[0]!

  test.each<[string, Command[], boolean, string]>([
    [
      'the last step completes the item',
      [{ kind: 'step.change', ...of('cake'), stepId: 'b', patch: { done: true } }],
      true,
      '2/2',
    ],
    ['completing the item completes all steps', [ticked('cake', true)], true, '2/2'],
    ['reopening the item reopens all steps', [ticked('cake', true), ticked('cake', false)], false, '0/2'],
    [
      'a new step reopens the item',
      [ticked('cake', true), { kind: 'step.add', ...of('cake'), stepId: 'c', title: 'c' }],
      false,
      '2/3',
    ],
    [
      'removing the last open step completes the item',
      [{ kind: 'step.remove', ...of('cake'), stepId: 'b' }],
      true,
      '1/1',
    ],
    [
      'adding a step twice adds it once',
      [
        { kind: 'step.add', ...of('cake'), stepId: 'c', title: 'c' },
        { kind: 'step.add', ...of('cake'), stepId: 'c', title: 'c' },
      ],
      false,
      '1/3',
    ],
  ])('%s', (_, changes, done, count) => {
    const result = cakeAfter(...changes)
    expect([result.done, `${result.stepsDone}/${result.stepsTotal}`]).toEqual([done, count])
  })

  test('without steps the item keeps its state', () => {
    const result = cakeAfter(
      ticked('cake', true),
      { kind: 'step.remove', ...of('cake'), stepId: 'a' },
      { kind: 'step.remove', ...of('cake'), stepId: 'b' },
    )
    expect([result.done, result.stepsTotal]).toEqual([true, 0])
  })

  test('steps are reordered', () => {
    const result = cakeAfter({ kind: 'steps.order', ...of('cake'), stepIds: ['b', 'a'] })
    expect(result.steps.map(({ id }) => id)).toEqual(['b', 'a'])
  })
})
