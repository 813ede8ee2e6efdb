import type { Action } from 'svelte/action'

/**
 * Calls back for a press that begins and ends on the backdrop of a dialog. A press that only ends there selects text, or
 * began on a field that the on-screen keyboard has moved meanwhile: the browser sends its click to the dialog, too.
 */
export const backdropPress: Action<HTMLDialogElement, () => void> = (dialog, onPress) => {
  let begun = false
  const down = (event: Event) => (begun = event.target === dialog)
  const click = (event: Event) => {
    if (begun && event.target === dialog) onPress()
  }
  dialog.addEventListener('pointerdown', down)
  dialog.addEventListener('click', click)
  return {
    destroy() {
      dialog.removeEventListener('pointerdown', down)
      dialog.removeEventListener('click', click)
    },
  }
}
