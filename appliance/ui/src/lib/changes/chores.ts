import { tickWaits } from '../api/approvals'
import type { Board, BoardChore, Chore, DatedChore, DayChore, Share, Snapshot } from '../api/types'
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
}

interface State extends Copy, Pick<Chore, 'needsApproval'> {
  completed: boolean
  pending: boolean
}

export function isOfChore(command: Command): command is ChoreCommand {
  return 'choreId' in command && !isOfDate(command)
}

/** Whether a command says that a chore is not due on a date. What it takes back is shown with the server's answer. */
function isOfDate(command: Command): command is DateCommand {
  return command.kind === 'chore.skip' || command.kind === 'chore.unskip' || command.kind === 'chore.move'
}

const ticks = ({ kind }: ChoreCommand) => kind === 'chore.tick' || kind === 'chore.step.tick'

function isAbout({ choreId, memberId }: ChoreCommand | DateCommand, chore: Copy): boolean {
  return choreId === chore.id && (chore.share !== 'each' || memberId === chore.memberId)
}

/** Whether a chore is completed, or waits for a parent's yes, once it or its last step is done. */
function completion(chore: State, done: boolean, by: string | null): Pick<State, 'completed' | 'pending'> {
  const pending = done && !chore.completed && tickWaits(chore, by)
  return { completed: done && !pending, pending }
}

function choreAfter<T extends State & Pick<DayChore, 'steps'>>(chore: T, command: ChoreCommand, at: number): T {
  const stepId = 'stepId' in command ? command.stepId : null
  if (stepId && chore.steps.length === 0) return chore
  const steps = chore.steps.map((step) => (step.id === stepId ? { ...step, done: ticks(command) } : step))
  const done = stepId ? steps.every((step) => step.done) : ticks(command)
  const by = command.memberId ?? chore.memberId ?? null
  return {
    ...chore,
    ...completion(chore, done, by),
    steps,
    completedAt: done ? new Date(at).toISOString() : null,
    completedBy: done ? by : null,
  }
}

/** Whether a chore is due on a day no more. */
function leaves(command: DateCommand, day: string): boolean {
  return command.day === day && command.kind !== 'chore.unskip' && !('to' in command && command.to === day)
}

/** The chores of a day. */
export function choresOfDay(day: string): Project<DayChore[]> {
  return (chores, command, at) => {
    if (isOfDate(command)) return leaves(command, day) ? chores.filter((chore) => !isAbout(command, chore)) : chores
    if (!isOfChore(command) || command.day !== day) return chores
    return changedList(chores, (chore) => (isAbout(command, chore) ? choreAfter(chore, command, at) : chore))
  }
}

/** The chores in a member's overview. */
export function choresOfSnapshot(snapshot: Snapshot, command: Command, at: number): DatedChore[] {
  if (isOfDate(command)) return datesAfter(snapshot, command)
  if (!isOfChore(command)) return snapshot.chores
  return changedList(snapshot.chores, (chore) => {
    const { done: completed, pending = false, needsApproval = null, steps = [] } = chore
    const state = { ...chore, memberId: snapshot.member.id, completed, pending, needsApproval, steps }
    if (chore.date !== command.day || !isAbout(command, state)) return chore
    const after = choreAfter(state, command, at)
    return { ...chore, done: after.completed, pending: after.pending, steps: after.steps }
  })
}

/** A moved date is shown under its new day, where that is in the overview. */
function datesAfter({ chores, member, from, to }: Snapshot, command: DateCommand): DatedChore[] {
  const after = changedList(chores, (chore) => {
    if (!leaves(command, chore.date) || !isAbout(command, { ...chore, memberId: member.id })) return chore
    const day = 'to' in command ? command.to : null
    return day && from <= day && day <= to ? { ...chore, date: day } : null
  })
  return after === chores ? chores : after.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

/** The board without a chore that is not due today. */
export function boardAfterDate(board: Board, command: Command): Board {
  if (!isOfDate(command) || !leaves(command, board.date)) return board
  const gone = board.chores.find((chore) => isAbout(command, chore))
  if (!gone) return board
  return {
    ...board,
    chores: board.chores.filter((chore) => chore !== gone),
    members: changedList(board.members, (member) =>
      member.id !== gone.memberId
        ? member
        : { ...member, chores: { ...member.chores, total: member.chores.total - 1 } },
    ),
  }
}

/** Steps of which this device knows whether they are done; the board counts them only. */
type Counted = BoardChore & { known?: Record<string, boolean> }

/** The board with its chores, and with what their members have done and earned. */
export function boardAfterTick(board: Board, command: ChoreCommand): Board {
  if (command.day !== board.date) return board
  const before = board.chores.find((chore) => isAbout(command, chore))
  if (!before) return board
  const after = 'stepId' in command ? afterStep(before, command) : afterTick(before, ticks(command), command)
  const by = Number(after.completed) - Number(before.completed)
  return {
    ...board,
    chores: board.chores.map((chore) => (chore === before ? after : chore)),
    members: board.members.map((member) =>
      member.id !== before.memberId || by === 0
        ? member
        : {
            ...member,
            chores: { ...member.chores, done: member.chores.done + by },
            pointsToday: member.pointsToday + by * before.points,
          },
    ),
  }
}

function afterTick(chore: Counted, done: boolean, { memberId }: ChoreCommand): Counted {
  return { ...chore, ...completion(chore, done, memberId ?? chore.memberId) }
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
