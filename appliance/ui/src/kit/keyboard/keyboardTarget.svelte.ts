import { untrack } from 'svelte'
import type { Action } from 'svelte/action'

const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file]), textarea'

/** Longer than a finger's press takes to become a click: were the keyboard gone before, the page would move away from it. */
const CLICK_DELAY_MS = 150

/** Which field the keyboard on the screen writes into, and inside which dialog or page it must stand to be reachable. */
class KeyboardTarget {
  field = $state.raw<HTMLInputElement | HTMLTextAreaElement | null>(null)
  host = $state.raw<HTMLElement | null>(null)
  #leaving: ReturnType<typeof setTimeout> | undefined
  #pressing = false

  enter(field: HTMLInputElement | HTMLTextAreaElement, host: HTMLElement): void {
    clearTimeout(this.#leaving)
    this.#leaving = undefined
    this.field = field
    this.host = host
  }

  leave(after = CLICK_DELAY_MS): void {
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(() => {
      this.#leaving = undefined
      if (this.#pressing) this.leave()
      else this.field = null
    }, after)
  }

  /** Knows whether a finger is down, and when it has pressed what it wanted; the answer stops listening. */
  watch(): () => void {
    const down = () => (this.#pressing = true)
    const up = () => (this.#pressing = false)
    // What was pressed has heard of it: the page may move now, before somebody aims anew.
    const clicked = () => {
      if (this.#leaving) this.leave(0)
    }
    addEventListener('pointerdown', down, true)
    addEventListener('click', clicked, true)
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, up, true)
    return () => {
      removeEventListener('pointerdown', down, true)
      removeEventListener('click', clicked, true)
      for (const name of ['pointerup', 'pointercancel']) removeEventListener(name, up, true)
    }
  }
}

export const keyboardTarget = new KeyboardTarget()

/** Marks an element as a host of the keyboard: everything outside an open dialog is out of reach, the keyboard too. */
export const inKeyboardReach: Action<HTMLElement> = (host) => {
  function focusin(event: FocusEvent) {
    const target = event.target as HTMLElement
    if (target.matches(TEXT_FIELDS)) {
      event.stopPropagation()
      keyboardTarget.enter(target as HTMLInputElement, host)
    }
  }
  function focusout(event: FocusEvent) {
    // A field also loses the focus when what it stands in is taken away, which must not come to depend on this.
    if (event.target === untrack(() => keyboardTarget.field)) keyboardTarget.leave()
  }
  host.addEventListener('focusin', focusin)
  host.addEventListener('focusout', focusout)
  return {
    destroy() {
      host.removeEventListener('focusin', focusin)
      host.removeEventListener('focusout', focusout)
      if (untrack(() => keyboardTarget.host) === host) keyboardTarget.field = keyboardTarget.host = null
    },
  }
}
