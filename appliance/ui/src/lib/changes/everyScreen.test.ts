import { beforeEach, describe, expect, test, vi } from 'vitest'
import { board } from '../api/board'
import { calendars } from '../api/calendars'
import { categories } from '../api/categories'
import { choresOn } from '../api/chores'
import { eventOf, eventsIn } from '../api/events'
import { allLists, lists, tasksOf, wholeList } from '../api/lists'
import { mealsBetween } from '../api/meals'
import { recipes } from '../api/recipes'
import { members } from '../api/members'
import { notesOf } from '../api/notes'
import { entriesBefore, latestEntries } from '../api/notifications'
import { pushDevices } from '../api/push'
import { rewards } from '../api/rewards'
import { resultsAfter } from '../api/search'
import { settings } from '../api/settings'
import { snapshotOf } from '../api/snapshot'
import { scrapbookOf } from '../api/stickers'
import { wall } from '../api/wall'
import type { Item, SearchResults } from '../api/types'
import { session } from '../http/session.svelte'
import { known } from '../http/resource.svelte'
import type { Command, Kind, Of } from './commands'
import { type Change, outbox } from './outbox.svelte'

// It would wait for frames after the end of the test.
vi.mock('../busy', () => ({ busy: <T>(work: Promise<T>) => work }))

/** What every test begins with, by the path of the request: an open and a done chore, an open and a done item, an event …. */
const DAY = '2026-11-20'
const chore = { id: 'bed', memberId: 'ana', points: 2, completed: false, pending: false, share: null }
/** What was missed. */
const MISSED = '2026-11-18'
const books = { ...chore, id: 'books', overdueSince: MISSED, stepsDone: 0, stepsTotal: 0 }
const fish = { ...chore, id: 'fish', completed: true, completedBy: 'ana', stepsDone: 0, stepsTotal: 0 }
const steps = [{ id: 'a', done: true }, { id: 'b', done: false }] // prettier-ignore
const item = {
  id: 'milk', listId: 'L', title: 'Milk', done: false, priority: 'normal', sort: 0, eventId: 'swim', dueDate: DAY,
  createdAt: DAY, steps: [{ id: 'a', title: 'a', done: false, sort: 0 }, { id: 'b', title: 'b', done: true, sort: 1 }],
} // prettier-ignore
const eggs = { ...item, id: 'eggs', title: 'Eggs', done: true, sort: 1 }
const note = { id: 'n', body: 'Hello' }
const list = { id: 'L', name: 'Shop', sortBy: 'manual', itemCount: 2, openCount: 1 }
const event = {
  id: 'swim',
  start: `${DAY}T10:00:00.000Z`,
  end: `${DAY}T11:00:00.000Z`,
  allDay: false,
  occurrenceStart: null,
}
const found: Record<string, unknown> = { events: [event], items: [item, eggs], chores: [], notes: [note], rewards: [] }
const ANSWERS: [string, unknown][] = [
  ['/api/board', {
    date: DAY, chores: [{ ...chore, stepsDone: 1, stepsTotal: 2 }, fish, books], items: [item], events: [event], coming: [event],
    members: [{ id: 'ana', chores: { done: 1, total: 2 }, pointsToday: 2 }],
    lists: [{ ...list, items: ['Milk'] }], notes: [note], meals: [], layouts: { landscape: null, portrait: null },
  }],
  ['/api/chores/day', [{ ...chore, steps }, { ...fish, steps: [] }, { ...books, steps: [] }]],
  ['/api/snapshot', { member: { id: 'ana' }, from: DAY, to: '2026-11-26', items: [item, eggs], events: [event],
    chores: [{ ...chore, date: DAY, done: false, steps }, { ...fish, date: DAY, done: true }, { ...books, date: MISSED, done: false }],
  }],
  ['/api/lists/L', { list, items: [item, eggs], groups: [] }],
  ['/api/lists', [list]],
  ['/api/events/swim/items', [item, eggs]],
  ['/api/events/swim', event],
  ['/api/events', [event]],
  ['/api/notes', [note]],
  ['/api/notifications', [{ id: 'e' }]],
  ['/api/settings', { clock: 'auto', timezone: 'UTC' }],
  ['/api/wall', { settings: { rotation: 0 } }],
  ['/api/push/subscriptions', [{ id: 'd', deviceName: 'Phone', prefs: { approvals: true, listUpdates: false } }]],
  ['/api/calendars', [{ id: 'c', enabled: true }]],
  ['/api/members', [{ id: 'ana', sort: 0 }, { id: 'ben', sort: 1 }]],
  ['/api/rewards', [{ id: 'r', sort: 0, price: 9, shares: [{ memberId: 'ana', points: 2 }] }, { id: 's', sort: 1 }]],
  ['/api/recipes', [{ id: 'soup' }, { id: 'stew' }]],
  ['/api/meals', [{ id: 'soup', date: '2026-11-20', slot: 'dinner' }, { id: 'stew', date: '2026-11-21' }]],
  ['/api/categories', [{ id: 'x' }, { id: 'y' }]],
  ['/api/stickers/scrapbook/ana', [{ id: 'p', x: 0, z: 0 }, { id: 'q', x: 0, z: 1 }]],
] // prettier-ignore
const answerOf = (url: string) => ANSWERS.find(([path]) => path === url.split('?')[0])?.[1]

/** A screen, what it shows of the thing that is changed, and what that is before and after the change. */
type Seen = [screen: string, show: () => unknown, before: unknown, after: unknown]
type Row<K extends Kind> = { command: Omit<Of<K>, 'kind'>; seen: Seen[]; atOnce?: boolean }

const ids = (all: readonly { id: string }[] | undefined) => all?.map(({ id }) => id).join(' ')
const TICK = { choreId: 'bed', day: DAY, memberId: null }
const ITEM = { listId: 'L', itemId: 'milk' }
const results = () => outbox.over(found as unknown as SearchResults, asked, resultsAfter)
let asked = 0

const [onBoard, onDay, today] = [() => board.value!, () => snapshotOf('ana', 'day').value!, () => choresOn(DAY).value!]
const [whole, tasks, notes] = [
  () => wholeList('L').value!,
  () => tasksOf('swim').value!,
  () => notesOf('event:swim').value!,
]
const week = () => mealsBetween('2026-11-16', '2026-11-22')
const month = () => eventsIn('2026-11-01', '2026-11-30', 'UTC').value!
const stepsDone = (all: readonly { done: boolean }[]) => all.filter((step) => step.done).length

/** The open chore, or the done one. */
const chores = (at: 0 | 1, after: boolean): Seen[] => [
  ['board', () => onBoard().chores[at]!.completed, !after, after],
  ['points on the board', () => onBoard().members[0]!.pointsToday, 2, after ? 4 : 0],
  ['chores', () => today()[at]!.completed, !after, after],
  ['day', () => onDay().chores[at]!.done, !after, after],
]
const routine = (before: number, after: number): Seen[] => [
  ['board', () => onBoard().chores[0]!.stepsDone, before, after],
  ['routine', () => stepsDone(today()[0]!.steps), before, after],
  ['day', () => stepsDone(onDay().chores[0]!.steps!), before, after],
]
const inLists: [string, () => Pick<Item, 'id' | 'title' | 'done'>[]][] = [
  ['list', () => whole().items],
  ['day', () => onDay().items],
  ['tasks of an event', () => tasks()],
  ['search', () => results().items],
]
/** The open item and the done one, as text. */
const items = (after: string): Seen[] =>
  inLists.map(([screen, all]) => {
    const show = () => all().map(({ title, done }) => (done ? `(${title})` : title)).join(' ') // prettier-ignore
    return [screen, show, 'Milk (Eggs)', after]
  })
/** What is due, and a pinned list. */
const itemsOnBoard = (...after: string[]): Seen[] => [
  ['board', () => onBoard().items.map(({ title }) => title), ['Milk'], after],
  ['list on the board', () => onBoard().lists[0]!.items, ['Milk'], after],
  ['lists', () => lists.value![0]!.openCount, 1, after.length],
]
const itemSteps = (after: string): Seen[] => [
  ['list', () => ids(whole().items[0]!.steps), 'a b', after],
  ['day', () => ids(onDay().items[0]!.steps), 'a b', after],
]
const start = (show: () => { start: string }): [() => unknown, string, string] => [
  () => show().start.slice(11, 16), '10:00', '14:00',
] // prettier-ignore

/** The open chore, once it is not due today any more; ana has another one. */
const notDue: Seen[] = [
  ['board', () => ids(onBoard().chores), 'bed fish books', 'fish books'],
  ['progress on the board', () => onBoard().members[0]!.chores.total, 2, 1],
  ['chores', () => ids(today()), 'bed fish books', 'fish books'],
]

const TABLE: { [K in Kind]: Row<K> } = {
  'chore.tick': { command: TICK, seen: chores(0, true) },
  'chore.untick': { command: { ...TICK, choreId: 'fish' }, seen: chores(1, false) },
  'chore.letGo': {
    command: { ...TICK, choreId: 'books', day: MISSED },
    seen: [
      ['board', () => ids(onBoard().chores), 'bed fish books', 'bed fish'],
      ['chores', () => ids(today()), 'bed fish books', 'bed fish'],
      ['day', () => ids(onDay().chores), 'bed fish books', 'bed fish'],
    ],
  },
  'chore.step.tick': { command: { ...TICK, stepId: 'b' }, seen: [...routine(1, 2), ...chores(0, true)] },
  'chore.step.untick': { command: { ...TICK, stepId: 'a' }, seen: routine(1, 0) },
  'chore.skip': {
    command: TICK,
    seen: [...notDue, ['day', () => ids(onDay().chores), 'bed fish books', 'fish books']],
  },
  /** What comes back is shown with the server's answer. */
  'chore.unskip': { command: TICK, seen: [['chores', () => ids(today()), 'bed fish books', 'bed fish books']] },
  'chore.move': {
    command: { ...TICK, to: '2026-11-21' },
    seen: [
      ...notDue,
      ['day', () => onDay().chores.map(({ date }) => date), [DAY, DAY, MISSED], [MISSED, DAY, '2026-11-21']],
    ],
  },
  'items.add': {
    command: { listId: 'L', items: [{ id: 'tea', title: 'Tea', eventId: 'swim' }] },
    seen: [
      ['list', () => ids(whole().items), 'milk eggs', 'milk eggs tea'],
      ['tasks of an event', () => ids(tasks()), 'milk eggs', 'milk tea eggs'],
      ['lists', () => lists.value![0]!.openCount, 1, 2],
    ],
  },
  'item.change': {
    command: { ...ITEM, patch: { title: 'Oat milk' } },
    seen: [...items('Oat milk (Eggs)'), ...itemsOnBoard('Oat milk')],
  },
  'item.remove': { command: ITEM, seen: [...items('(Eggs)'), ...itemsOnBoard()] },
  'step.add': { command: { ...ITEM, stepId: 'c', title: 'c' }, seen: itemSteps('a b c') },
  /** The last open step: the item is done too. */
  'step.change': {
    command: { ...ITEM, stepId: 'a', patch: { done: true } },
    seen: [...items('(Milk) (Eggs)'), ...itemsOnBoard()],
  },
  'step.remove': { command: { ...ITEM, stepId: 'a' }, seen: itemSteps('b') },
  'meal.change': {
    command: { mealId: 'soup', patch: { date: '2026-11-22' } },
    seen: [['meals', () => ids(week().value), 'soup stew', 'stew soup']],
    atOnce: true,
  },
  'meal.remove': { command: { mealId: 'soup' }, seen: [['meals', () => ids(week().value), 'soup stew', 'stew']] },
  'recipe.remove': {
    command: { recipeId: 'soup' },
    seen: [['recipes', () => ids(recipes.value), 'soup stew', 'stew']],
  },
  'steps.order': { command: { ...ITEM, stepIds: ['b', 'a'] }, seen: itemSteps('b a') },
  'list.change': {
    command: { listId: 'L', patch: { sortBy: 'alpha' } },
    seen: [
      ['list', () => whole().list.sortBy, 'manual', 'alpha'],
      ['lists', () => lists.value![0]!.sortBy, 'manual', 'alpha'],
    ],
  },
  'list.groups': {
    command: { listId: 'L', groups: [{ kind: 'store', name: 'Market' }] },
    seen: [['list', () => whole().groups.length, 0, 1]],
  },
  'list.order': {
    command: { listId: 'L', itemIds: ['tea', 'milk'] },
    seen: [['list', () => whole().items[0]!.sort, 0, 1]],
  },
  'list.clear': { command: { listId: 'L', itemIds: ['milk', 'eggs'] }, seen: items('Milk') },
  'list.reset': { command: { listId: 'L', itemIds: ['eggs'] }, seen: items('Milk Eggs') },
  'list.remove': {
    command: { listId: 'L' },
    seen: [
      ['lists', () => lists.value!.length, 1, 0],
      ['archive', () => allLists.value!.length, 1, 0],
      ['board', () => onBoard().items.length + onBoard().lists.length, 2, 0],
      ['day', () => onDay().items.length, 2, 0],
      ['search', () => results().items.length, 2, 0],
    ],
  },
  'note.add': {
    command: { noteId: 'm', target: 'event:swim', body: 'Towels', memberId: null },
    seen: [['discussion', () => ids(notes()), 'n', 'n m']],
  },
  'note.change': {
    command: { noteId: 'n', body: 'Bye' },
    seen: [
      ['discussion', () => notes()[0]!.body, 'Hello', 'Bye'],
      ['board', () => onBoard().notes[0]!.body, 'Hello', 'Bye'],
    ],
  },
  'note.remove': {
    command: { noteId: 'n' },
    seen: [
      ['discussion', () => notes().length, 1, 0],
      ['board', () => onBoard().notes.length, 1, 0],
      ['search', () => results().notes.length, 1, 0],
    ],
  },
  'event.move': {
    command: {
      event,
      request: { start: `${DAY}T14:00:00.000Z`, end: `${DAY}T15:00:00.000Z` },
    },
    seen: [
      ['calendar', ...start(() => month()[0]!)],
      ['event', ...start(() => eventOf('swim').value!)],
      ['board', ...start(() => onBoard().events[0]!)],
      ['days ahead on the board', ...start(() => onBoard().coming[0]!)],
      ['day', ...start(() => onDay().events[0]!)],
      ['search', ...start(() => results().events[0]!)],
    ],
  },
  'entry.remove': {
    command: { entryId: 'e' },
    seen: [
      ['notifications', () => entriesBefore().value!.length, 1, 0],
      ['their number in the navigation', () => latestEntries.value!.length, 1, 0],
    ],
  },
  'settings.change': {
    command: { patch: { clock: '24' } },
    seen: [['settings', () => settings.value!.clock, 'auto', '24']],
    atOnce: true,
  },
  'wall.change': {
    command: { patch: { rotation: 90 } },
    seen: [['wall', () => wall.value!.settings.rotation, 0, 90]],
    atOnce: true,
  },
  'pushDevice.change': {
    command: { deviceId: 'd', patch: { prefs: { listUpdates: true } } },
    seen: [
      [
        'devices',
        () => pushDevices.value![0]!.prefs,
        { approvals: true, listUpdates: false },
        { approvals: true, listUpdates: true },
      ],
    ],
    atOnce: true,
  },
  'calendar.change': {
    command: { calendarId: 'c', patch: { enabled: false } },
    seen: [['calendars', () => calendars.value![0]!.enabled, true, false]],
    atOnce: true,
  },
  'member.change': {
    command: { memberId: 'ana', patch: { sort: 2 } },
    seen: [['members', () => ids(members.value), 'ana ben', 'ben ana']],
    atOnce: true,
  },
  'reward.change': {
    command: { rewardId: 'r', patch: { sort: 2 } },
    seen: [['rewards', () => ids(rewards.value), 'r s', 's r']],
    atOnce: true,
  },
  'reward.give': {
    command: { rewardId: 'r', memberId: 'ben', points: 3 },
    seen: [['rewards', () => rewards.value![0]!.shares.map(({ points }) => points), [2], [2, 3]]],
    atOnce: true,
  },
  'reward.takeBack': {
    command: { rewardId: 'r', memberId: 'ana' },
    seen: [['rewards', () => rewards.value![0]!.shares.length, 1, 0]],
    atOnce: true,
  },
  'board.arrange': {
    command: { orientation: 'landscape', widgets: [] },
    seen: [['board', () => onBoard().layouts.landscape?.length, undefined, 0]],
  },
  'categories.order': {
    command: { ids: ['y', 'x'] },
    seen: [['categories', () => ids(categories.value), 'x y', 'y x']],
    atOnce: true,
  },
  'sticker.move': {
    command: { memberId: 'ana', placementId: 'p', position: { x: 5, z: 2 } },
    seen: [['scrapbook', () => ids(scrapbookOf('ana').value), 'p q', 'q p']],
    atOnce: true,
  },
  'sticker.remove': {
    command: { memberId: 'ana', placementId: 'p' },
    seen: [['scrapbook', () => ids(scrapbookOf('ana').value), 'p q', 'q']],
    atOnce: true,
  },
}

const CASES = Object.entries(TABLE).flatMap(([kind, { command, seen, atOnce = false }]) =>
  seen.map(([screen, show, before, after]) => ({
    ...{ kind, screen, show, before, after, atOnce },
    command: { kind, ...command } as Command,
  })),
)

let online: boolean

beforeEach(async () => {
  online = true
  vi.stubGlobal('requestAnimationFrame', (painted: () => void) => painted())
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (!online) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(method === 'GET' ? answerOf(url) : { ok: true }))
  })
  session.signIn('mtl_test')
  await load()
})

/** Requests all that screens show: later than any change before. */
async function load(): Promise<void> {
  for (const { show } of CASES) try { show() } catch { /* Not loaded yet. */ } // prettier-ignore
  asked = performance.now()
  await Promise.all([...known.values()].map((each) => each.refresh()))
}

/** Takes back a change unless it was sent; some kinds are held back for a moment. */
async function withdrawn(change: Change): Promise<boolean> {
  await outbox.attempted(change)
  return outbox.cancel(change)
}

describe.each(CASES)('$kind is seen on the screen: $screen', ({ command, show, before, after, atOnce }) => {
  test('online, until the server answers', async () => {
    expect(show()).toEqual(before)
    const ended = atOnce ? outbox.send(command) : outbox.add(command).then(withdrawn)
    expect(show()).toEqual(after)
    await ended
    await load()
    expect(show()).toEqual(before)
  })

  test.skipIf(atOnce)('offline, while it waits', async () => {
    online = false
    const change = await outbox.add(command)
    expect(show()).toEqual(after)
    expect(await withdrawn(change)).toBe(true)
    expect(show()).toEqual(before)
  })

  test.runIf(atOnce)('offline no more, once it has failed', async () => {
    online = false
    await expect(outbox.send(command)).rejects.toMatchObject({ status: 0 })
    expect(show()).toEqual(before)
  })
})
