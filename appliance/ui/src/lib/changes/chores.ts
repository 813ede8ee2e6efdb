import { tickWaits } from '../api/approvals'
import type { Board, BoardChore, Chore, DatedChore, DayChore, Share, Snapshot } from '../api/types'
import type { DayPart } from '../time/dayParts'
import { changedList } from './changed'
import type { Command, Of } from './commands'
import type { Project } from './outbox.svelte'

type ChoreCommand = Of<'chore.tick' | 'chore.untick' | 'chore.step.tick' | 'chore.step.untick'>

type DateCommand = Of<'chore.skip' | 'chore.unskip' | 'chore.move'>

/** A chore, or a member's copy of one that each of its members does. */
export interface Copy {
  id: string
  share?: Share | null
  memberId?: string | null
  /** The part of the day it is, of a chore that is done in several. */
  dayPart?: DayPart | null
  /** The date of what was missed. */
  overdueSince?: string | null
}

interface State extends Copy, Pick<Chore, 'needsApproval'> {
  completed: boolean
  pending: boolean
}

export function isOfChore(command: Command): command is ChoreCommand {
  return 'choreId' in command && command.kind !== 'chore.letGo' && !isOfDate(command)
}

/** Whether a command says that a chore is not due on a date. What it takes back is shown with the server's answer. */
function isOfDate(command: Command): command is DateCommand {
  return command.kind === 'chore.skip' || command.kind === 'chore.unskip' || command.kind === 'chore.move'
}

const ticks = ({ kind }: ChoreCommand) => kind === 'chore.tick' || kind === 'chore.step.tick'

function isAbout({ choreId, memberId }: ChoreCommand | DateCommand | Of<'chore.letGo'>, chore: Copy): boolean {
  return choreId === chore.id && (chore.share !== 'each' || memberId === chore.memberId)
}

/** Whether a command is about the date and the part of the day of an entry, which is shown under a day. */
function isOn({ day, dayPart }: ChoreCommand, chore: Copy, shownOn: string): boolean {
  return day === (chore.overdueSince ?? shownOn) && (!dayPart || dayPart === chore.dayPart)
}

/** Whether a command lets go what was missed. */
function letsGo(command: Command, chore: Copy): boolean {
  return command.kind === 'chore.letGo' && command.day === chore.overdueSince && isAbout(command, chore)
}

/** Tells the entries of a screen apart: of one chore there are several by member, part of the day and date. */
export const keyOf = ({ id, memberId, dayPart, overdueSince }: Copy) =>
  [id, memberId, dayPart, overdueSince].filter(Boolean).join('/')

/** Whether a chore is completed, or waits for a parent's yes, once it or its last step is done. */
function completion(
  chore: State,
  done: boolean,
  by: string | null,
  free = false,
): Pick<State, 'completed' | 'pending'> {
  const pending = done && !free && !chore.completed && tickWaits(chore, by)
  return { completed: done && !pending, pending }
}

function choreAfter<T extends State & Pick<DayChore, 'steps'>>(chore: T, command: ChoreCommand, at: number): T {
  const stepId = 'stepId' in command ? command.stepId : null
  if (stepId && chore.steps.length === 0) return chore
  const steps = chore.steps.map((step) => (step.id === stepId ? { ...step, done: ticks(command) } : step))
  const done = stepId ? steps.every((step) => step.done) : ticks(command)
  const withoutPoints = isFree(command)
  const by = withoutPoints ? null : (command.memberId ?? chore.memberId ?? null)
  return {
    ...chore,
    ...completion(chore, done, by, withoutPoints),
    withoutPoints,
    steps,
    completedAt: done ? new Date(at).toISOString() : null,
    completedBy: done ? by : null,
  }
}

/** Whether an entry, which is shown under a day, is not due there any more. */
function leaves(command: DateCommand, chore: Copy, shownOn: string): boolean {
  const { kind, day } = command
  if (kind === 'chore.unskip' || (kind === 'chore.move' && command.to === day)) return false
  return day === (chore.overdueSince ?? shownOn) && isAbout(command, chore)
}

/** The chores of a day. */
export function choresOfDay(day: string): Project<DayChore[]> {
  return (chores, command, at) => {
    if (isOfDate(command)) return changedList(chores, (chore) => (leaves(command, chore, day) ? null : chore))
    if (!isOfChore(command)) return withoutLetGo(chores, command)
    return changedList(chores, (chore) =>
      isAbout(command, chore) && isOn(command, chore, day) ? choreAfter(chore, command, at) : chore,
    )
  }
}

/** The chores in a member's overview. */
export function choresOfSnapshot(snapshot: Snapshot, command: Command, at: number): DatedChore[] {
  if (isOfDate(command)) return datesAfter(snapshot, command)
  const copy = { memberId: snapshot.member.id }
  if (!isOfChore(command))
    return changedList(snapshot.chores, (chore) => (letsGo(command, { ...chore, ...copy }) ? null : chore))
  return changedList(snapshot.chores, (chore) => {
    const { done: completed, pending = false, needsApproval = null, steps = [] } = chore
    const state = { ...chore, memberId: snapshot.member.id, completed, pending, needsApproval, steps }
    if (!isAbout(command, state) || !isOn(command, state, chore.date)) return chore
    const after = choreAfter(state, command, at)
    const { pending: waits, steps: all, withoutPoints } = after
    return { ...chore, done: after.completed, pending: waits, steps: all, withoutPoints }
  })
}

/** A moved date is shown under its new day, where that is in the overview. */
function datesAfter({ chores, member, from, to }: Snapshot, command: DateCommand): DatedChore[] {
  const after = changedList(chores, (chore) => {
    if (!leaves(command, { ...chore, memberId: member.id }, chore.date)) return chore
    const day = 'to' in command ? command.to : null
    const { overdueSince: _, ...moved } = chore
    return day && from <= day && day <= to ? { ...moved, date: day } : null
  })
  return after === chores || !('to' in command)
    ? after
    : after.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

/** The board without a chore that is not due today. */
export function boardAfterDate(board: Board, command: Command): Board {
  if (!isOfDate(command)) return board
  /** Several, of a chore that is done several times a day. */
  const rows = board.chores.filter((chore) => leaves(command, chore, board.date))
  const [gone] = rows
  if (!gone) return board
  // The progress of the day is without what was missed.
  const fewer = gone.overdueSince ? 0 : rows.length
  return {
    ...board,
    chores: board.chores.filter((chore) => !rows.includes(chore)),
    members: changedList(board.members, (member) =>
      member.id !== gone.memberId
        ? member
        : { ...member, chores: { ...member.chores, total: member.chores.total - fewer } },
    ),
  }
}

/** Steps of which this device knows whether they are done; the board counts them only. */
type Counted = BoardChore & { known?: Record<string, boolean> }

/** Chores of a screen without what a command lets go. */
export function withoutLetGo<T extends Copy>(chores: T[], command: Command): T[] {
  return changedList(chores, (chore) => (letsGo(command, chore) ? null : chore))
}

/** The board with its chores, and with what their members have done and earned. */
export function boardAfterTick(board: Board, command: ChoreCommand): Board {
  const before = board.chores.find((chore) => isAbout(command, chore) && isOn(command, chore, board.date))
  if (!before) return board
  const after = 'stepId' in command ? afterStep(before, command) : afterTick(before, ticks(command), command)
  const by = Number(after.completed) - Number(before.completed)
  return {
    ...board,
    chores: board.chores.map((chore) => (chore === before ? after : chore)),
    members: board.members.map((member) =>
      member.id !== before.memberId || by === 0 || before.overdueSince
        ? member
        : {
            ...member,
            chores: { ...member.chores, done: member.chores.done + by },
            pointsToday: member.pointsToday + by * (after.withoutPoints || before.withoutPoints ? 0 : before.points),
          },
    ),
  }
}

/** Whether a tick gives nobody points. */
const isFree = (command: ChoreCommand) => command.kind === 'chore.tick' && !!command.withoutPoints

function afterTick(chore: Counted, done: boolean, command: ChoreCommand): Counted {
  const withoutPoints = isFree(command)
  return { ...chore, ...completion(chore, done, command.memberId ?? chore.memberId, withoutPoints), withoutPoints }
}

/** The first tick of a step turns what was the opposite. */
function afterStep(chore: Counted, command: Of<'chore.step.tick' | 'chore.step.untick'>): Counted {
  const done = ticks(command)
  const before = chore.known?.[command.stepId] ?? !done
  const count = chore.stepsDone + Number(done) - Number(before)
  const stepsDone = Math.max(0, Math.min(count, chore.stepsTotal))
  const known = { ...chore.known, [command.stepId]: done }
  return { ...afterTick(chore, stepsDone === chore.stepsTotal, command), stepsDone, known }
}
