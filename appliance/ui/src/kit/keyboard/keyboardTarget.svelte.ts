import { untrack } from 'svelte'
import type { Action } from 'svelte/action'

const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file]), textarea'

/** Longer than the time from touch to click: if the keyboard closed earlier, the page would move under the finger. */
const CLICK_DELAY_MS = 150

/** The field that the on-screen keyboard writes into, and the dialog or page that contains it. */
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

  /** Tracks whether a finger is down and when its click has been delivered. Returns a function that stops listening. */
  watch(): () => void {
    const down = () => (this.#pressing = true)
    const up = () => (this.#pressing = false)
    // The click has been delivered; the page may move now.
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

/** Marks an element as host of the keyboard. Everything outside an open dialog is inert, the keyboard included. */
export const inKeyboardReach: Action<HTMLElement> = (host) => {
  function focusin(event: FocusEvent) {
    const target = event.target as HTMLElement
    if (target.matches(TEXT_FIELDS)) {
      event.stopPropagation()
      keyboardTarget.enter(target as HTMLInputElement, host)
    }
  }
  function focusout(event: FocusEvent) {
    // A field also loses focus when its container is removed; that code must not depend on this state.
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
