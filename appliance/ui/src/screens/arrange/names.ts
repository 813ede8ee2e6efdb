import type { WidgetKind } from '../board/layout/grid'
import { t } from '$lib/i18n/translate'

/** What a kind of widget is called. */
export function nameOf(kind: WidgetKind): string {
  switch (kind) {
    case 'people':
      return t('common.people')
    case 'lists':
      return t('common.lists')
    case 'notes':
      return t('board.notes')
    case 'leaders':
      return t('common.leaderboard')
    case 'add':
      return t('common.add')
    case 'countdowns':
      return t('board.countdowns')
    case 'week':
      return t('board.sevenDays')
    case 'waiting':
      return t('board.forParent')
    default:
      return t(`arrange.kinds.${kind}`)
  }
}

export const EMOJI: Record<WidgetKind, string> = {
  people: '👪',
  today: '📌',
  days: '🗓️',
  week: '📅',
  weather: '🌤️',
  list: '📝',
  lists: '🛒',
  countdowns: '⏳',
  goal: '🏆',
  notes: '💬',
  photo: '🖼️',
  clock: '🕒',
  leaders: '🥇',
  waiting: '✋',
  meals: '🍽️',
  add: '➕',
}
