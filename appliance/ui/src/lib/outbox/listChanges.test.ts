import { describe, expect, test } from 'vitest'
import { listsWithChanges, listWithChanges } from './listChanges'
import type { Change } from './outbox.svelte'
import type { Item, List, WholeList } from '../api/types'

const TODAY = '2026-11-20'
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
})
const milk = item('milk', 0)
const eggs = item('eggs', 1)
const bread = item('bread', 2)
const three = whole(milk, eggs, bread)

function change(method: string, path: string, body?: unknown, sentAt?: number): Change {
  return { key: path, method, path: `/api/lists/L${path}`, body, at: Date.parse('2026-11-20T12:00:00Z'), sentAt }
}

const after = (before: WholeList, ...changes: Change[]) => listWithChanges(before, changes, 100, TODAY)
const shown = (result: WholeList) => result.items.map((it) => (it.done ? `(${it.title})` : it.title)).join(' ')

describe('pending changes are applied', () => {
  test.each([
    ['tick', change('PATCH', '/items/eggs', { done: true }), 'milk (eggs) bread'],
    ['untick', change('PATCH', '/items/eggs', { done: false }), 'milk eggs bread'],
    ['rename', change('PATCH', '/items/eggs', { title: 'Eier' }), 'milk Eier bread'],
    ['hurry', change('PATCH', '/items/bread', { priority: 'urgent' }), 'bread milk eggs'],
    ['overdue first', change('PATCH', '/items/bread', { dueDate: '2026-11-19' }), 'bread milk eggs'],
    ['add', change('POST', '/items', [{ id: 'tea', title: 'tea' }]), 'milk eggs bread tea'],
    ['add again', change('POST', '/items', [{ id: 'eggs', title: 'eggs' }]), 'milk eggs bread'],
    ['remove', change('DELETE', '/items/milk'), 'eggs bread'],
    ['reorder', change('POST', '/reorder', { itemIds: ['bread', 'milk', 'eggs'] }), 'bread milk eggs'],
    ['sort', change('PATCH', '', { sortBy: 'alpha' }), 'bread eggs milk'],
    ['newest first', change('PATCH', '', { sortBy: 'added' }), 'bread eggs milk'],
  ])('%s', (_, one, expected) => {
    expect(shown(after(three, one))).toBe(expected)
  })

  test('in the order of creation', () => {
    const tick = (done: boolean) => change('PATCH', '/items/milk', { done })
    expect(shown(after(three, tick(true), tick(false)))).toBe('milk eggs bread')
    expect(shown(after(three, tick(true), change('POST', '/clear-completed')))).toBe('eggs bread')
    expect(shown(after(three, change('POST', '/clear-completed'), tick(true)))).toBe('(milk) eggs bread')
    expect(shown(after(three, tick(true), change('POST', '/reset')))).toBe('milk eggs bread')
  })

  test('clear and reset apply to the items they name', () => {
    const done = whole(item('milk', 0, { done: true }), item('eggs', 1, { done: true }), bread)
    const named = (path: string, ...itemIds: string[]) => after(done, change('POST', path, { itemIds }))
    expect(shown(named('/clear-completed', 'milk', 'bread', 'unknown'))).toBe('(eggs) bread')
    expect(shown(named('/reset', 'eggs'))).toBe('(milk) eggs bread')
    expect(shown(named('/clear-completed'))).toBe('(milk) (eggs) bread')
    expect(shown(after(done, change('POST', '/clear-completed', {})))).toBe('bread')
    expect(shown(after(done, change('POST', '/reset')))).toBe('milk eggs bread')
  })

  test('with updated counts', () => {
    const result = after(
      three,
      change('PATCH', '/items/eggs', { done: true }),
      change('POST', '/items', [{ id: 'tea', title: 'tea' }]),
    )
    expect(result.list).toMatchObject({ itemCount: 4, openCount: 3 })
  })
})

describe('a response newer than a change already contains it', () => {
  test('a change confirmed before the request is not applied', () => {
    expect(after(three, change('DELETE', '/items/milk', undefined, 99))).toBe(three)
  })
  test('a change confirmed during the request is applied', () => {
    expect(shown(after(three, change('DELETE', '/items/milk', undefined, 101)))).toBe('eggs bread')
  })
  test('a change of another list is not applied', () => {
    const other = { ...change('DELETE', '/items/milk'), path: '/api/lists/L2/items/milk' }
    expect(after(three, other)).toBe(three)
  })
})

describe('items and their steps update each other', () => {
  const cake = item('cake', 0, { steps: [step('a', true, 0), step('b', false, 1)], stepsDone: 1, stepsTotal: 2 })
  const cakeAfter = (...changes: Change[]) => after(whole(cake), ...changes).items[0]!

  test.each([
    ['the last step completes the item', [change('PATCH', '/items/cake/steps/b', { done: true })], true, '2/2'],
    ['completing the item completes all steps', [change('PATCH', '/items/cake', { done: true })], true, '2/2'],
    [
      'reopening the item reopens all steps',
      [change('PATCH', '/items/cake', { done: true }), change('PATCH', '/items/cake', { done: false })],
      false,
      '0/2',
    ],
    [
      'a new step reopens the item',
      [change('PATCH', '/items/cake', { done: true }), change('POST', '/items/cake/steps', { id: 'c', title: 'c' })],
      false,
      '2/3',
    ],
    ['removing the last open step completes the item', [change('DELETE', '/items/cake/steps/b')], true, '1/1'],
    [
      'adding a step twice adds it once',
      [
        change('POST', '/items/cake/steps', { id: 'c', title: 'c' }),
        change('POST', '/items/cake/steps', { id: 'c', title: 'c' }),
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
      change('PATCH', '/items/cake', { done: true }),
      change('DELETE', '/items/cake/steps/a'),
      change('DELETE', '/items/cake/steps/b'),
    )
    expect([result.done, result.stepsTotal]).toEqual([true, 0])
  })

  test('steps are reordered', () => {
    const result = cakeAfter(change('POST', '/items/cake/steps/reorder', { stepIds: ['b', 'a'] }))
    expect(result.steps.map(({ id }) => id)).toEqual(['b', 'a'])
  })
})

test('the overview hides removed lists and uses local counts', () => {
  const other = { ...list, id: 'M', name: 'Other' }
  const counted = { ...list, openCount: 1 }
  const changes = [change('PATCH', '/items/milk', { done: true }), { ...change('DELETE', ''), path: '/api/lists/M' }]
  expect(listsWithChanges([list, other], changes, 100, () => counted)).toEqual([counted])
  expect(listsWithChanges([list, other], [], 100, () => counted)).toEqual([list, other])
})
