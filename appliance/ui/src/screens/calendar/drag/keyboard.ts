import { stepAcross } from '$lib/i18n/direction'
import { zone } from '$lib/api/settings'
import { t } from '$lib/i18n/translate'
import { changeTimes } from './changeTimes'
import { type DragHost, explainReadOnly } from './dragHost'
import { resizedBy, shifted, STEP } from './geometry'
import { announce, Ghost } from './ghost'
import { elementOf, Grid, keyOfElement } from './grid'
import { DAY, type WallSpan, wallSpanOf } from '$lib/time/wallTime'
import { timeText, whenText } from './words'
import type { Placed } from '../layout/placed'

/** Applied this long after the last key, when Alt is still held. */
const APPLY_MS = 1_500
const FOCUS_MS = 3_000
const FOCUS_STEP_MS = 100
const KEYS = 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight Alt+Shift+ArrowUp Alt+Shift+ArrowDown'

interface Session {
  block: HTMLElement
  placed: Placed
  before: WallSpan
  span: WallSpan
  how: 'move' | 'resize'
  ghost: Ghost
}

/**
 * Keys on a focused event: Alt with an arrow moves it by a quarter hour or a day, with Shift too it moves its end.
 * Several presses are one change, applied when Alt is released; Escape cancels.
 */
export function followKeys(root: HTMLElement, host: DragHost): () => void {
  let session: Session | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function down(event: KeyboardEvent) {
    if (event.key === 'Escape' && session) {
      event.preventDefault()
      event.stopPropagation()
      end()
      return announce(t('common.nothingChanged'))
    }
    if (!event.altKey || event.ctrlKey || event.metaKey || !event.key.startsWith('Arrow')) return
    const block = (event.target as Element).closest<HTMLElement>('[data-event]')
    const placed = block && host.find(keyOfElement(block))
    if (!placed) return
    // Alt with an arrow goes back in the browser's history.
    event.preventDefault()
    event.stopPropagation()
    if (placed.event.readOnly) return explainReadOnly(placed)
    if (session && session.block !== block) apply()
    session ??= begin(block, placed)
    const span = changed(session.span, placed.event.allDay, event.key, event.shiftKey)
    if (event.shiftKey) session.how = 'resize'
    session.span = span
    draw(session)
    clearTimeout(timer)
    timer = setTimeout(apply, APPLY_MS)
  }

  function begin(block: HTMLElement, placed: Placed): Session {
    const span = wallSpanOf(placed.event, zone())
    block.dataset.lifted = ''
    const { event, color, stripes } = placed
    const cells = !block.closest('[data-column]')
    const ghost = new Ghost({ title: event.title, color, stripes, cells, touch: false })
    return { block, placed, before: span, span, how: 'move', ghost }
  }

  function draw({ block, placed, span, ghost, how }: Session) {
    const grid = new Grid(root)
    const { left, right, top } = block.getBoundingClientRect()
    const x = (left + right) / 2
    const text = how === 'resize' && !placed.event.allDay ? timeText(span) : whenText(span, placed.event.allDay)
    const cells = !block.closest('[data-column]')
    ghost.draw(cells ? grid.daysOf(span) : grid.boxesOf(span, x), grid.clip, text, cells ? { x, y: top } : null)
  }

  function apply() {
    const done = session
    end()
    if (!done || (done.span.from === done.before.from && done.span.to === done.before.to)) return
    void applied(done)
  }

  /** Keeps the focus on the event, which is drawn again at its new place and once more from the server's answer. */
  async function applied({ placed, span, how }: Session) {
    const key = await changeTimes(placed.event, span, how)
    for (let wait = 0; key && wait < FOCUS_MS; wait += FOCUS_STEP_MS) {
      if (document.activeElement === document.body) elementOf(root, key)?.focus()
      await new Promise((then) => setTimeout(then, FOCUS_STEP_MS))
    }
  }

  function end() {
    clearTimeout(timer)
    if (!session) return
    delete session.block.dataset.lifted
    session.ghost.remove()
    session = null
  }

  function up(event: KeyboardEvent) {
    if (event.key === 'Alt' && session) apply()
  }

  function focus(event: FocusEvent) {
    const block = (event.target as Element).closest('[data-event]')
    block?.setAttribute('aria-keyshortcuts', KEYS)
  }

  const listeners = { keyup: up, focusin: focus, focusout: apply }
  // Before the view's own arrow keys.
  root.addEventListener('keydown', down, true)
  for (const [name, listener] of Object.entries(listeners)) root.addEventListener(name, listener as EventListener)
  return () => {
    end()
    root.removeEventListener('keydown', down, true)
    for (const [name, listener] of Object.entries(listeners)) root.removeEventListener(name, listener as EventListener)
  }
}

function changed(span: WallSpan, allDay: boolean, key: string, resize: boolean): WallSpan {
  const across = stepAcross(key)
  const sign = across || (key === 'ArrowUp' ? -1 : 1)
  if (allDay) {
    if (!across) return span
    return resize ? { ...span, to: Math.max(span.to + sign * DAY, span.from + DAY) } : shifted(span, sign * DAY)
  }
  if (!resize) return shifted(span, sign * (across ? DAY : STEP))
  return across ? span : resizedBy(span, sign * STEP)
}
