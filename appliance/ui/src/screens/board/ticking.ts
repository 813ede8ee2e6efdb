import { toast } from '$kit/overlays/toast.svelte'
import { tickWaits } from '$lib/api/approvals'
import { board } from '$lib/api/board'
import { takeBack, tick, untick } from '$lib/api/chores'
import type { BoardChore } from '$lib/api/types'
import { afterNextPaint } from '$lib/touch/motion'
import { t } from '$lib/i18n/translate'
import type { At } from './view'

/** Ticks a chore of the board or takes the tick back. `at` is where the finger was. */
export function tickOnBoard(chore: BoardChore, day: string, done: boolean, at?: At) {
  const undo = () => untick(chore, day)
  if (!done) return takeBack(chore, day)
  tick(chore, day)
  if (tickWaits(chore, chore.memberId)) return toast(t('waiting.sent'), { undo })
  toast(t('board.ticked', { title: chore.title }), { undo })
  // Paint the tick before the confetti.
  void afterNextPaint().then(() => celebrate(chore, at))
}

/** The board contains the tick already. */
function celebrate({ memberId }: BoardChore, at: At = { x: innerWidth / 2, y: innerHeight / 3 }) {
  const own = board.value?.members.find(({ id }) => id === memberId)?.chores
  const all = own !== undefined && own.total > 1 && own.done === own.total
  void import('$kit/confetti').then(({ confetti }) =>
    confetti(at, ...(all ? [-160, 160].map((aside) => ({ x: at.x + aside, y: at.y })) : [])),
  )
  if (all) void import('$lib/sound/sound').then(({ cheer }) => cheer())
}
