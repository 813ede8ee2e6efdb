/** A list that shows the rows for which its box has room. */
export interface FittingList {
  /** Whether its limit leaves more room for the lists beside it. */
  snap: () => boolean
  /** Removes the limit of the last measurement. */
  reset(): void
  /** Reads sizes only, and returns what applies them. */
  measure(): () => void
}

const waiting = new Set<FittingList>()
const listOf = new WeakMap<Element, FittingList>()
let observer: ResizeObserver | undefined

/** Measures a list soon, before the next frame is painted. */
export function measureSoon(list: FittingList): void {
  if (waiting.size === 0) queueMicrotask(measureWaiting)
  waiting.add(list)
}

/** Measures a list now and when one of the elements changes its size. Returns a function that stops it. */
export function follow(list: FittingList, elements: readonly Element[]): () => void {
  observer ??= new ResizeObserver((entries) => entries.forEach(({ target }) => measureSoon(listOf.get(target)!)))
  for (const element of elements) {
    listOf.set(element, list)
    observer.observe(element)
  }
  return () => {
    waiting.delete(list)
    for (const element of elements) observer!.unobserve(element)
  }
}

/** All lists together: a size that is read after each change would compute the layout again for each list. */
function measureWaiting(): void {
  const lists = [...waiting]
  waiting.clear()
  for (const snap of [true, false]) {
    const round = lists.filter((list) => list.snap() === snap)
    for (const list of round) list.reset()
    for (const apply of round.map((list) => list.measure())) apply()
  }
}
