import { expect, test } from 'vitest'
import type { Board, BoardChore, DatedChore, DayChore, Snapshot } from '../api/types'
import { boardAfterTick, choresOfDay, choresOfSnapshot } from './chores'
import type { Of } from './commands'

type ChoreCommand = Of<'chore.tick' | 'chore.untick' | 'chore.step.tick' | 'chore.step.untick'>

const DAY = '2026-11-20'
const AT = Date.parse('2026-11-20T07:00:00Z')
const tick = (choreId: string, memberId: string | null = null, day = DAY): ChoreCommand => ({
  ...{ kind: 'chore.tick', choreId, day, memberId },
})
const untick = (choreId: string, memberId: string | null = null): ChoreCommand => ({
  ...{ kind: 'chore.untick', choreId, day: DAY, memberId },
})
const step = (stepId: string, memberId: string | null = null): ChoreCommand => ({
  ...{ kind: 'chore.step.tick', choreId: 'bed', stepId, day: DAY, memberId },
})
const reopened: ChoreCommand = { kind: 'chore.step.untick', choreId: 'bed', stepId: 'b', day: DAY, memberId: null }

function chore(id: string, memberId: string | null, completed = false): DayChore {
  const open = { id, memberId, points: 2, steps: [], share: null, pending: false, needsApproval: null }
  return { ...open, completed, completedBy: completed ? memberId : null } as unknown as DayChore
}
const onDay = (chores: DayChore[], commands: ChoreCommand[]) =>
  commands.reduce((shown, command) => choresOfDay(DAY)(shown, command, AT), chores)
const who = (chores: DayChore[]) => chores.map((one) => (one.completed ? (one.completedBy ?? 'nobody') : '-'))

test.each<[string, ChoreCommand[], string[]]>([
  ['nothing', [], ['-', '-', 'ana']],
  ['a tick', [tick('fish')], ['ana', '-', 'ana']],
  ['a tick on another day', [tick('fish', null, '2026-11-21')], ['-', '-', 'ana']],
  ['a tick for a chore for anyone', [tick('table', 'ben')], ['-', 'ben', 'ana']],
  ['a tick for everyone together', [tick('table')], ['-', 'nobody', 'ana']],
  ['an untick', [untick('violin')], ['-', '-', '-']],
  ['back and forth', [tick('fish'), untick('fish'), tick('fish')], ['ana', '-', 'ana']],
])('the chores of a day after %s', (_, commands, expected) => {
  const known = [chore('fish', 'ana'), chore('table', null), chore('violin', 'ana', true)]
  expect(who(onDay(known, commands))).toEqual(expected)
})

test('a tick of a chore that each does changes the copy of one member', () => {
  const copies = [chore('teeth', 'ana'), chore('teeth', 'ben')].map((one) => ({ ...one, share: 'each' as const }))
  const done = onDay(copies, [tick('teeth', 'ben')])
  expect(who(done)).toEqual(['-', 'ben'])
  expect(who(onDay(done, [untick('teeth', 'ben')]))).toEqual(['-', '-'])
})

const stateOf = ({ done, pending = false }: { done: boolean; pending?: boolean }) =>
  done ? 'done' : pending ? 'waiting' : 'open'

function onBoard(commands: ChoreCommand[], more: Partial<BoardChore>, chores = [chore('bed', 'ana') as never]) {
  const members = [{ id: 'ana', chores: { done: 0, total: 1 }, pointsToday: 0 }]
  const board = { date: DAY, chores: chores.map((one: BoardChore) => ({ ...one, ...more })), members }
  return commands.reduce((shown, command) => boardAfterTick(shown, command), board as unknown as Board)
}

function inSnapshot(commands: ChoreCommand[], more: Partial<DatedChore>) {
  const chores = [{ id: 'bed', date: DAY, done: false, ...more }]
  const snapshot = { member: { id: 'ana' }, chores } as unknown as Snapshot
  return commands.reduce((shown, command) => ({ ...shown, chores: choresOfSnapshot(shown, command, AT) }), snapshot)
}

/** What this device, which is no parent's, shows before the server has answered. */
test.each<[string, boolean, boolean, ChoreCommand[], string, number]>([
  ['a tick waits where the chore needs a yes', true, false, [tick('bed')], 'waiting', 0],
  ['a tick counts where it needs none', false, false, [tick('bed')], 'done', 1],
  ['a waiting tick is withdrawn', true, true, [untick('bed')], 'open', 0],
  ['a tick that is withdrawn at once', false, false, [tick('bed'), untick('bed')], 'open', 0],
])('%s', (_, needsApproval, pending, commands, expected, counted) => {
  const { chores, members } = onBoard(commands, { needsApproval, pending })
  expect(stateOf({ ...chores[0]!, done: chores[0]!.completed })).toBe(expected)
  expect(members[0]!.chores.done).toBe(counted)
  expect(stateOf(inSnapshot(commands, { needsApproval, pending }).chores[0]!)).toBe(expected)
  const [onDays] = onDay([{ ...chore('bed', 'ana'), needsApproval, pending }], commands)
  expect(stateOf({ ...onDays!, done: onDays!.completed })).toBe(expected)
})

test.each<[string, boolean, ChoreCommand[], string, number, number]>([
  ['a step is counted', false, [step('b')], 'open', 2, 0],
  ['the last step completes the routine', false, [step('b'), step('c')], 'done', 3, 1],
  ['the last step waits where the chore needs a yes', true, [step('b'), step('c')], 'waiting', 3, 0],
  ['a step that is opened again', false, [step('b'), step('c'), reopened], 'open', 2, 0],
  ['a step that is ticked twice', false, [step('b'), step('b')], 'open', 2, 0],
])('%s', (_, needsApproval, commands, expected, stepsDone, counted) => {
  const { chores, members } = onBoard(commands, { needsApproval, stepsDone: 1, stepsTotal: 3 })
  expect([stateOf({ ...chores[0]!, done: chores[0]!.completed }), chores[0]!.stepsDone]).toEqual([expected, stepsDone])
  expect([members[0]!.chores.done, members[0]!.pointsToday]).toEqual([counted, 2 * counted])

  const steps = ['a', 'b', 'c'].map((id) => ({ id, done: id === 'a' })) as DayChore['steps']
  expect(stateOf(inSnapshot(commands, { needsApproval, steps }).chores[0]!)).toBe(expected)
  const [onDays] = onDay([{ ...chore('bed', 'ana'), needsApproval, steps }], commands)
  expect(stateOf({ ...onDays!, done: onDays!.completed })).toBe(expected)
})

test('a step of a copy counts for that copy only', () => {
  const copies = [chore('bed', 'ana'), chore('bed', 'ben')] as never[]
  const shown = onBoard([step('b', 'ben')], { share: 'each', stepsDone: 0, stepsTotal: 1 }, copies)
  expect(shown.chores.map(({ completed }) => completed)).toEqual([false, true])
  const steps = [{ id: 'b', done: false }] as DayChore['steps']
  expect(inSnapshot([step('b', 'ben')], { share: 'each', steps }).chores[0]!.done).toBe(false)
})
