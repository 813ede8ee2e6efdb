import { CHORE_IDEAS, choreOf, type ChoreIdea } from '$lib/choreIdeas'
import type { ChoreRequest } from '$lib/api/types'

const EACH = 3

const DAILY_IDEAS = CHORE_IDEAS.filter(({ rrule }) => rrule === 'FREQ=DAILY')

/** Three daily ideas for a child: the first two are everybody's, the third differs between brothers and sisters. */
export function ideasFor(index: number): ChoreIdea[] {
  const together = DAILY_IDEAS.slice(0, EACH - 1)
  const others = DAILY_IDEAS.slice(EACH - 1)
  return [...together, others[index % others.length]!]
}

/** Three chores for each child; without children, three for anyone. */
export function starterChores(children: readonly string[]): ChoreRequest[] {
  const whose = children.length > 0 ? children : [null]
  return whose.flatMap((id, index) => ideasFor(index).map((idea) => choreOf(idea, id)))
}
