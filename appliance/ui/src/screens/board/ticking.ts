import { toast } from '$kit/overlays/toast.svelte'
import { tickWaits } from '$lib/api/approvals'
import { board } from '$lib/api/board'
import { takeBack, tick, untick } from '$lib/api/chores'
import type { BoardChore } from '$lib/api/types'
import { afterNextPaint } from '$lib/touch/motion'
import { t } from '$lib/i18n/translate'
import type { Touched } from './view'

/** Ticks a chore of the board or takes the tick back. */
export function tickOnBoard(chore: BoardChore, day: string, done: boolean, touched?: Touched) {
  const undo = () => untick(chore, day)
  if (!done) return takeBack(chore, day)
  tick(chore, day)
  if (tickWaits(chore, chore.memberId)) return toast(t('waiting.sent'), { undo })
  toast(t('board.ticked', { title: chore.title }), { undo })
  // Paint the tick before the confetti.
  void afterNextPaint().then(() => celebrate(chore, touched && placeOf(touched)))
}

/** Where the finger was. A key has no place: that of the row's circle is as good. */
function placeOf({ event, row }: Touched) {
  if (event.detail) return { x: event.clientX, y: event.clientY }
  const box = row.getBoundingClientRect()
  return { x: box.left + box.height / 2, y: box.top + box.height / 2 }
}

/** The board contains the tick already. */
function celebrate({ memberId }: BoardChore, at = { x: innerWidth / 2, y: innerHeight / 3 }) {
  const own = board.value?.members.find(({ id }) => id === memberId)?.chores
  const all = own !== undefined && own.total > 1 && own.done === own.total
  void import('$kit/confetti').then(({ confetti }) =>
    confetti(at, ...(all ? [-160, 160].map((aside) => ({ x: at.x + aside, y: at.y })) : [])),
  )
  if (all) void import('$lib/sound/sound').then(({ cheer }) => cheer())
}
