import { compareTexts } from '$lib/i18n/collation'
import type { Group, GroupBy, GroupKind, Item, WholeList } from '$lib/api/types'

/** Items under one heading; an empty name for ungrouped items. */
export interface Section {
  name: string
  items: Item[]
}

/** Details below a row's title. */
export interface RowDetails {
  place: string | null
  event: string | null
}

/** Rows that keep their place after a tick; true in the done section. */
export type HeldRows = ReadonlyMap<string, boolean>

/** An item can be linked to an event within this many days. (contract: Item 2) */
export const LINK_DAYS = 30

/** Open items by group: the list's own order, then other names, then ungrouped. */
export function sectionsOf({ list, items, groups }: WholeList, heldRows: HeldRows): Section[] {
  const open = items.filter((item) => !showsAsDone(item, heldRows))
  const by = list.groupBy
  if (by === 'none') return [{ name: '', items: open }]
  const filed = new Map<string, Item[]>()
  for (const item of open) filed.set(item[by] ?? '', [...(filed.get(item[by] ?? '') ?? []), item])
  const known = namesOf(groups, by)
  const others = [...filed.keys()].filter((name) => name !== '' && !known.includes(name)).sort(compareTexts)
  return [...known, ...others, ''].filter((name) => filed.has(name)).map((name) => ({ name, items: filed.get(name)! }))
}

/** Done items, last ticked first. */
export function doneOf(items: readonly Item[], heldRows: HeldRows): Item[] {
  return items
    .filter((item) => showsAsDone(item, heldRows))
    .sort((a, b) => ((a.doneAt ?? '') < (b.doneAt ?? '') ? 1 : -1))
}

export function namesOf(groups: readonly Group[], kind: GroupKind): string[] {
  return groups
    .filter((group) => group.kind === kind)
    .sort((a, b) => a.sort - b.sort)
    .map(({ name }) => name)
}

/** All group names on offer: the list's own, those in use, those of other lists. */
export function groupNames({ items, groups, suggestions }: WholeList, kind: GroupKind): string[] {
  const used = items.map((item) => item[kind]).filter((name) => name !== null)
  const elsewhere = kind === 'store' ? suggestions.stores : suggestions.categories
  return [...new Set([...namesOf(groups, kind), ...used.sort(compareTexts), ...elsewhere])]
}

/** The result of moving rows: the order of all items, and the new group of those that changed section. */
export function reorderResult(
  before: readonly Section[],
  after: readonly Section[],
  by: GroupBy,
): { order: string[]; refiled: [Item, string | null][] } {
  const was = new Map(before.flatMap(({ name, items }) => items.map((item) => [item.id, name])))
  const refiled =
    by === 'none'
      ? []
      : after.flatMap(({ name, items }) =>
          items.filter((item) => was.get(item.id) !== name).map((item): [Item, string | null] => [item, name || null]),
        )
  return { order: after.flatMap(({ items }) => items.map(({ id }) => id)), refiled }
}

function showsAsDone(item: Item, heldRows: HeldRows): boolean {
  return heldRows.get(item.id) ?? item.done
}
