import { href } from './router.svelte'
import type { Day } from './time/dates'

type Text = string | null | undefined

/** Addresses of screens, for links and `router.go`. */
export const to = {
  home: () => href('/'),
  screen: (path: string) => href(`/${path}`),
  day: (memberId: string) => href(`/day/${memberId}`),
  calendar: (query: { view?: 'schedule' | 'day'; date?: Day | null; event?: string; at?: Text } = {}) =>
    href('/calendar', query),
  chores: (query: { date?: Day | null; chore?: string; show?: 'leaders' | 'pending' } = {}) => href('/chores', query),
  routine: (choreId: string, query: { date?: Day | null; member: Text; part?: Text }) =>
    href(`/routine/${choreId}`, query),
  lists: (archived = false) => href('/lists', { archived: archived ? '1' : null }),
  /** Large rows by aisle, for the way through a store. */
  shopping: (listId: string) => href(`/shopping/${listId}`),
  list: (id: string, item?: string) => href(`/lists/${id}`, { item }),
  meals: (query: { from?: Day; shop?: '1' } = {}) => href('/meals', query),
  recipes: (id?: string) => href(id ? `/recipes/${id}` : '/recipes'),
  /** One step at a time, in large type. */
  cook: (id: string, portions?: number) => href(`/cook/${id}`, { portions: portions ? String(portions) : null }),
  scrapbook: (memberId: string) => href(`/stickers/${memberId}`),
  stickerShop: (memberId: string) => href(`/stickers/${memberId}/shop`),
  rewards: (memberId?: string) => href(memberId ? `/rewards/${memberId}` : '/rewards'),
  week: (day?: Day) => href('/rewards/week', { week: day }),
  photos: (albumId: string | null) => href(albumId ? `/photos/${albumId}` : '/photos'),
  paint: () => href('/paint'),
  drawings: () => href('/paint/all'),
  notifications: () => href('/notifications'),
  search: () => href('/search'),
  /** `row` is the message of the title of one setting, which is marked. */
  settings: (section?: string, query: { account?: string; row?: string } = {}) =>
    href(section ? `/settings/${section}` : '/settings', query),
  pair: (query: { code?: Text; home?: Text } = {}) => href('/pair', query),
  join: () => href('/join'),
  enter: (key: string) => href('/enter', { key }),
  trust: () => href('/trust'),
  wifi: () => href('/wifi'),
}
