/** After a pause of this length a letter begins another word. */
const PAUSE_MS = 1_000

/** The option that a key leads to; undefined for other keys, and where a grid ends. A list of one column goes round. */
export function optionAt(key: string, at: number, count: number, columns = 1): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = { ArrowDown: columns, ArrowUp: -columns }[key]
  if (!step) return undefined
  if (columns === 1) return (at + step + count) % count
  return at + step >= 0 && at + step < count ? at + step : undefined
}

/**
 * The option that begins with what was typed, from the one at `at` on and round; -1 without one. One letter, or the same
 * again, leads to the next of its options. Case and accents do not matter.
 */
export function optionLike(typed: string, at: number, labels: readonly string[]): number {
  const word = plain(typed)
  const isRepeated = [...word].every((letter) => letter === word[0])
  const start = isRepeated ? at + 1 : at
  const wanted = isRepeated ? word[0]! : word
  const order = labels.map((_, index) => (start + index) % labels.length)
  return order.find((index) => plain(labels[index]!).startsWith(wanted)) ?? -1
}

/** Handles the keys of a list box whose children are its options: arrows, Home, End, and typed letters. */
export function listKeys(columns = 1): (event: KeyboardEvent) => void {
  let typed = ''
  let typedAt = -Infinity
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const options = [...(event.currentTarget as HTMLElement).children] as HTMLElement[]
    const at = options.indexOf(document.activeElement as HTMLElement)
    let to = optionAt(event.key, at, options.length, columns)
    if (to === undefined && [...event.key].length === 1) {
      const isNew = event.timeStamp - typedAt > PAUSE_MS
      // A space presses the option, unless it is a part of what is typed.
      if (isNew && event.key === ' ') return
      typed = isNew ? event.key : typed + event.key
      typedAt = event.timeStamp
      to = optionLike(
        typed,
        at,
        options.map((option) => option.innerText),
      )
    }
    if (to === undefined) return
    event.preventDefault()
    options[to]?.focus()
  }
}

/** Without accents, and without an emoji before the text. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/^[^\p{L}\p{N}]+|\p{M}/gu, '')
    .toLowerCase()
}
