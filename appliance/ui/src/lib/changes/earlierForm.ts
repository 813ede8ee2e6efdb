import type { Command, NoteTarget, StoredChange } from './commands'

/** A change as versions before 1.0 stored it: as a request. Devices may still hold some when they are updated. */
export interface EarlierChange {
  id?: number
  key: string
  method: string
  path: string
  body?: unknown
  at: number
  words?: string
  heldUntil?: number
}

/** A stored change with its command; null where an earlier version stored a request that is known no more. */
export function inTodaysForm(stored: StoredChange | EarlierChange): StoredChange | null {
  if ('command' in stored) return stored
  const { id, key, at, words, heldUntil } = stored
  const command = commandOf(stored)
  return command && { id, key, command, at, words, heldUntil }
}

function commandOf({ method, path, body }: EarlierChange): Command | null {
  const [address = '', search] = path.split('?')
  const [area, id = '', part, ...rest] = address.split('/').slice(2).map(decodeURIComponent)
  // Bodies are those that this page itself has made.
  const values = (body ?? Object.fromEntries(new URLSearchParams(search))) as never
  if (area === 'chores' && part) return ofChore(method, id, rest[0], values)
  if (area === 'lists' && part === 'items') return ofItem(method, id, rest, values)
  if (area === 'lists') return ofList(method, id, part, values)
  if (area === 'notes') return ofNote(method, id, values)
  if (area === 'notifications') return { kind: 'entry.remove', entryId: id }
  if (area === 'events') {
    const { start, end, allDay } = values as { start: string; end: string; allDay: boolean }
    return { kind: 'event.move', event: { id, start, end, allDay, occurrenceStart: null }, request: values }
  }
  return null
}

function ofChore(
  method: string,
  choreId: string,
  stepId: string | undefined,
  { date: day, memberId = null, onlyIfOpen }: { date: string; memberId?: string | null; onlyIfOpen?: boolean },
): Command {
  const chore = { choreId, day, memberId }
  const done = method === 'POST'
  if (stepId) return { ...chore, stepId, kind: done ? 'chore.step.tick' : 'chore.step.untick' }
  return done ? { ...chore, kind: 'chore.tick', onlyIfOpen } : { ...chore, kind: 'chore.untick' }
}

function ofItem(
  method: string,
  listId: string,
  [itemId, steps, stepId]: string[],
  body: { id: string; title: string; stepIds: string[] } & never,
): Command {
  if (!itemId) return { kind: 'items.add', listId, items: body }
  const item = { listId, itemId }
  if (!steps)
    return method === 'DELETE' ? { ...item, kind: 'item.remove' } : { ...item, kind: 'item.change', patch: body }
  if (!stepId) return { ...item, kind: 'step.add', stepId: body['id'], title: body['title'] }
  if (stepId === 'reorder') return { ...item, kind: 'steps.order', stepIds: body['stepIds'] }
  const step = { ...item, stepId }
  return method === 'DELETE' ? { ...step, kind: 'step.remove' } : { ...step, kind: 'step.change', patch: body }
}

function ofList(method: string, listId: string, part: string | undefined, body: never): Command | null {
  const { itemIds, groups } = body as { itemIds: string[]; groups: [] }
  switch (part) {
    case undefined:
      return method === 'DELETE' ? { kind: 'list.remove', listId } : { kind: 'list.change', listId, patch: body }
    case 'groups':
      return { kind: 'list.groups', listId, groups }
    case 'reorder':
      return { kind: 'list.order', listId, itemIds }
    case 'clear-completed':
      return { kind: 'list.clear', listId, itemIds }
    case 'reset':
      return { kind: 'list.reset', listId, itemIds }
  }
  return null
}

function ofNote(
  method: string,
  noteId: string,
  body: { id: string; target: NoteTarget; body: string; memberId: null },
): Command {
  if (method === 'POST') return { kind: 'note.add', ...body, noteId: body.id }
  return method === 'DELETE' ? { kind: 'note.remove', noteId } : { kind: 'note.change', noteId, body: body.body }
}
