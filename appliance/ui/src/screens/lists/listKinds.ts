import type { List, ListKind, Priority } from '$lib/api/types'

export const KIND_EMOJI: Record<ListKind, string> = { shopping: '🛒', todo: '✅', reusable: '🔁' }

/** The list's own emoji or that of its kind. */
export function emojiOf(list: Pick<List, 'emoji' | 'kind'>): string {
  return list.emoji ?? KIND_EMOJI[list.kind]
}

/** Colour mark of a row; none for normal priority. */
export const PRIORITY_COLOUR: Record<Priority, string | null> = {
  urgent: '#d8433a',
  high: '#ee8a22',
  normal: null,
  low: '#7f9c84',
}
