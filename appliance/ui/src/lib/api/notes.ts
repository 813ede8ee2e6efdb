import { freshId } from '../ids'
import { type Change, outbox } from '../outbox/outbox.svelte'
import { t } from '../i18n/translate'
import { resource } from '../http/resource.svelte'
import type { Note } from './types'

/** `event:<id>` or `list_item:<id>` */
export type NoteTarget = `${Note['targetType']}:${string}`

export const NOTE_LONGEST = 2000
const UNDO_MS = 8_000

/** The notes of one target, oldest first. */
export const notesOf = (target: NoteTarget) => resource('/api/notes', { target })

/** Notes go through the outbox: shown at once, kept while there is no connection. */
export function addNote(target: NoteTarget, body: string, memberId: string | null): void {
  void outbox.enqueue('POST', '/api/notes', { id: freshId(), target, body, memberId }, { words: t('notes.doing.add') })
}

export function changeNote(note: Note, body: string): void {
  void outbox.enqueue('PATCH', `/api/notes/${note.id}`, { body }, { words: t('notes.doing.change') })
}

/** Removes the note after a delay; `outbox.cancel` undoes it until then. */
export const removeNote = (note: Note) =>
  outbox.enqueue('DELETE', `/api/notes/${note.id}`, undefined, { words: t('notes.doing.remove'), hold: UNDO_MS })

/** Applies this device's pending changes to a discussion. */
export function notesWithChanges(notes: Note[], changes: readonly Change[], asOf: number, target: NoteTarget): Note[] {
  return changes.reduce((now, { method, path, body, at, sentAt }) => {
    if ((sentAt ?? Infinity) <= asOf || !path.startsWith('/api/notes')) return now
    const id = path.split('/')[3]
    if (method === 'DELETE') return now.filter((note) => note.id !== id)
    if (method === 'PATCH') return now.map((note) => (note.id === id ? { ...note, ...(body as Partial<Note>) } : note))
    const request = body as Pick<Note, 'id' | 'body' | 'memberId'> & { target: NoteTarget }
    if (request.target !== target || now.some((note) => note.id === request.id)) return now
    const [targetType, ...rest] = target.split(':') as [Note['targetType'], ...string[]]
    const written = new Date(at).toISOString()
    const note = {
      id: request.id,
      targetType,
      targetId: rest.join(':'),
      memberId: request.memberId,
      body: request.body,
      createdAt: written,
      updatedAt: written,
    }
    return [...now, note]
  }, notes)
}
