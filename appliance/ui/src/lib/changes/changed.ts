/** A list with its changed elements; null removes one. The same list where nothing changed, so that nothing is drawn. */
export function changedList<T>(list: T[], change: (one: T) => T | null): T[] {
  const after = list.flatMap((one) => change(one) ?? [])
  return after.length === list.length && after.every((one, at) => one === list[at]) ? list : after
}

/** A list in which one element has new values; in its new order where that is one of them. */
export function patchedList<T extends { id: string; sort?: number }>(list: T[], id: string, patch: object): T[] {
  const after = changedList(list, (one) => (one.id === id ? { ...one, ...patch } : one))
  return 'sort' in patch ? [...after].sort((a, b) => a.sort! - b.sort!) : after
}

/** An object with its changed parts; the same object where they are the same. */
export function changedParts<T extends object>(whole: T, parts: Partial<T>): T {
  const isSame = Object.entries(parts).every(([name, part]) => whole[name as keyof T] === part)
  return isSame ? whole : { ...whole, ...parts }
}
