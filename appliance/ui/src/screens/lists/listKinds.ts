import type { List, ListKind, Priority } from '$lib/api/lists'

export const KIND_EMOJI: Record<ListKind, string> = { shopping: '🛒', todo: '✅', reusable: '🔁' }

/** What a list is recognised by: its own emoji or its kind's. */
export function emojiOf(list: Pick<List, 'emoji' | 'kind'>): string {
  return list.emoji ?? KIND_EMOJI[list.kind]
}

/** The marks of the rows; a normal one has none. */
export const PRIORITY_COLOUR: Record<Priority, string | null> = {
  urgent: '#d8433a',
  high: '#ee8a22',
  normal: null,
  low: '#7f9c84',
}
