import { freshId } from '../ids'
import type { Command, NoteTarget } from '../changes/commands'
import { outbox } from '../changes/outbox.svelte'
import { t } from '../i18n/translate'
import { resource } from '../http/resource.svelte'
import type { Note } from './types'

export const NOTE_LONGEST = 2000

/** The notes of one target, oldest first. */
export const notesOf = (target: NoteTarget) =>
  resource('/api/notes', { target }, { project: (notes, command, at) => notesAfter(target, notes, command, at) })

/** Notes go through the outbox: shown at once, kept while there is no connection. */
export function addNote(target: NoteTarget, body: string, memberId: string | null): void {
  void outbox.add({ kind: 'note.add', noteId: freshId(), target, body, memberId }, t('notes.doing.add'))
}

export function changeNote(note: Note, body: string): void {
  void outbox.add({ kind: 'note.change', noteId: note.id, body }, t('notes.doing.change'))
}

/** Removes the note after a delay; `outbox.cancel` undoes it until then. */
export const removeNote = (note: Note) => outbox.add({ kind: 'note.remove', noteId: note.id }, t('notes.doing.remove'))

function notesAfter(target: NoteTarget, notes: Note[], command: Command, at: number): Note[] {
  switch (command.kind) {
    case 'note.remove':
      return notes.filter(({ id }) => id !== command.noteId)
    case 'note.change':
      return notes.map((note) => (note.id === command.noteId ? { ...note, body: command.body } : note))
    case 'note.add': {
      const { noteId: id, body, memberId } = command
      if (command.target !== target || notes.some((note) => note.id === id)) return notes
      const [targetType, ...rest] = target.split(':') as [Note['targetType'], ...string[]]
      const written = new Date(at).toISOString()
      const targetId = rest.join(':')
      return [...notes, { id, targetType, targetId, memberId, body, createdAt: written, updatedAt: written }]
    }
  }
  return notes
}
