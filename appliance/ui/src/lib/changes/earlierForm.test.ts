import { expect, test } from 'vitest'
import { type EarlierChange, inTodaysForm } from './earlierForm'
import { toRequest } from './requests'

const DAY = '2026-11-20'
const ITEM = '/api/lists/L/items/milk'
const times = { start: `${DAY}T14:00:00.000Z`, end: `${DAY}T15:00:00.000Z`, allDay: false }

/** Every request that versions before commands stored, and the kind of change that it is. */
const EARLIER: [kind: string, method: string, path: string, body?: unknown][] = [
  ['chore.tick', 'POST', '/api/chores/bed/complete', { date: DAY, memberId: 'ana', onlyIfOpen: true }],
  ['chore.tick', 'POST', '/api/chores/bed/complete', { date: DAY }],
  ['chore.untick', 'DELETE', `/api/chores/bed/complete?date=${DAY}`],
  ['chore.untick', 'DELETE', `/api/chores/bed/complete?date=${DAY}&memberId=ana`],
  ['chore.step.tick', 'POST', '/api/chores/bed/steps/s/complete', { date: DAY, memberId: 'ana' }],
  ['chore.step.untick', 'DELETE', `/api/chores/bed/steps/s/complete?date=${DAY}`],
  ['items.add', 'POST', '/api/lists/L/items', [{ id: 'tea', title: 'Tea' }]],
  ['item.change', 'PATCH', ITEM, { done: true, doneBy: 'ana' }],
  ['item.remove', 'DELETE', ITEM],
  ['step.add', 'POST', `${ITEM}/steps`, { id: 's', title: 'Step' }],
  ['step.change', 'PATCH', `${ITEM}/steps/s`, { done: true }],
  ['step.remove', 'DELETE', `${ITEM}/steps/s`],
  ['steps.order', 'POST', `${ITEM}/steps/reorder`, { stepIds: ['s'] }],
  ['list.change', 'PATCH', '/api/lists/L', { sortBy: 'alpha' }],
  ['list.groups', 'PUT', '/api/lists/L/groups', { groups: [{ kind: 'store', name: 'Market' }] }],
  ['list.order', 'POST', '/api/lists/L/reorder', { itemIds: ['milk'] }],
  ['list.clear', 'POST', '/api/lists/L/clear-completed', { itemIds: ['milk'] }],
  ['list.reset', 'POST', '/api/lists/L/reset', { itemIds: ['milk'] }],
  ['list.remove', 'DELETE', '/api/lists/L'],
  ['note.add', 'POST', '/api/notes', { id: 'n', target: 'event:swim', body: 'Towels', memberId: null }],
  ['note.change', 'PATCH', '/api/notes/n', { body: 'Bye' }],
  ['note.remove', 'DELETE', '/api/notes/n'],
  ['event.move', 'PATCH', '/api/events/swim%40club', times],
  ['entry.remove', 'DELETE', '/api/notifications/e'],
]

test.each(EARLIER)('%s, stored as %s %s', (kind, method, path, body) => {
  const stored: EarlierChange = { id: 7, key: 'k', method, path, body, at: 1, words: 'Milk', heldUntil: 2 }
  const { command, ...others } = inTodaysForm(JSON.parse(JSON.stringify(stored)) as EarlierChange)!
  expect(others).toEqual({ id: 7, key: 'k', at: 1, words: 'Milk', heldUntil: 2 })
  expect(command.kind).toBe(kind)
  expect(toRequest(command)).toEqual({ method, path, body })
})

test('a change of today is read as it is, and a request that nobody knows is not sent', () => {
  const today = { key: 'k', at: 1, command: { kind: 'note.remove', noteId: 'n' } } as const
  expect(inTodaysForm(today)).toBe(today)
  expect(inTodaysForm({ key: 'k', method: 'POST', path: '/api/other', at: 1 })).toBeNull()
})
