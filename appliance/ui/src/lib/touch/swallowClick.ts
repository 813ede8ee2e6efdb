/** Cancels the click of the current touch, wherever it lands: it must not close what has just opened. */
export function swallowNextClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const end = () => {
    removeEventListener('click', swallow, true)
    removeEventListener('pointerdown', end, true)
    removeEventListener('keydown', end, true)
  }
  addEventListener('click', swallow, true)
  addEventListener('pointerdown', end, true)
  // A key's click belongs to the key.
  addEventListener('keydown', end, true)
}
