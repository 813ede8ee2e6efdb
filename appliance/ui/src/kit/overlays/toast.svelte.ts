export interface Toast {
  id: number
  text: string
  bad: boolean
  undo?: () => void
  /** A link, where there is room for it. */
  more?: { label: string; href: string }
}

const SHOWN_MS = 5_000
const UNDO_MS = 8_000
let last = 0

export const toasts = $state<Toast[]>([])

/** Shows a short message; with `undo` it has an Undo button. */
export function toast(
  text: string,
  { bad = false, ...rest }: Partial<Pick<Toast, 'bad' | 'undo' | 'more'>> = {},
): void {
  const id = ++last
  toasts.push({ id, text, bad, ...rest })
  if (toasts.length > 3) toasts.shift()
  setTimeout(() => dismiss(id), rest.undo || rest.more ? UNDO_MS : SHOWN_MS)
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((one) => one.id === id)
  if (at >= 0) toasts.splice(at, 1)
}
