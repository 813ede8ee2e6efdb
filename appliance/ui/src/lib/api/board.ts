import type { Command } from '../changes/commands'
import { changedList, changedParts } from '../changes/changed'
import { boardAfterDate, boardAfterTick, isOfChore, withoutLetGo } from '../changes/chores'
import { eventsAfter } from '../changes/events'
import { isOfList, itemsAfter } from '../changes/items'
import { outbox, type Project } from '../changes/outbox.svelte'
import { resource } from '../http/resource.svelte'
import { wholeList } from './lists'
import { t } from '../i18n/translate'
import type { Board, BoardItem, BoardLayouts, Widget } from './types'

/** So many items of a list have their title on the board. */
const LIST_TITLES = 8

type Due = BoardItem & { done?: boolean }

const afterCommand: Project<Board> = (board, command) => {
  if (isOfChore(command)) return boardAfterTick(board, command)
  if (command.kind === 'board.arrange')
    return { ...board, layouts: { ...board.layouts, [command.orientation]: command.widgets } }
  const after = boardAfterDate(board, command)
  return changedParts(after, {
    events: eventsAfter(board.events, command),
    coming: eventsAfter(board.coming, command),
    items: changedList<Due>(itemsAfter<Due>(board.items, command), (item) => (item.done ? null : item)),
    lists: listsAfter(board, command),
    chores: withoutLetGo(after.chores, command),
    notes: notesAfter(board, command),
  })
}

/** What a list still has comes from its items, where they are loaded here. */
function listsAfter({ lists }: Board, command: Command): Board['lists'] {
  if (!isOfList(command)) return lists
  return changedList(lists, (list) => {
    if (list.id !== command.listId) return list
    if (command.kind === 'list.remove') return null
    const open = wholeList(list.id).value?.items.filter(({ done }) => !done)
    const titles = open?.slice(0, LIST_TITLES).map(({ title }) => title)
    return open ? { ...list, openCount: open.length, items: titles! } : list
  })
}

function notesAfter({ notes }: Board, command: Command): Board['notes'] {
  if (command.kind !== 'note.change' && command.kind !== 'note.remove') return notes
  const body = 'body' in command ? command.body : null
  return changedList(notes, (note) => (note.id !== command.noteId ? note : body === null ? null : { ...note, body }))
}

/** The family's day, in one answer. */
export const board = resource('/api/board', undefined, { project: afterCommand })

/** Arranges this screen's board; null leaves that to the board itself. */
export function arrangeBoard(orientation: keyof BoardLayouts, widgets: Widget[] | null): void {
  void outbox.add({ kind: 'board.arrange', orientation, widgets }, t('board.arrange'))
}
