import Bell from '@lucide/svelte/icons/bell'
import CalendarDays from '@lucide/svelte/icons/calendar-days'
import ListChecks from '@lucide/svelte/icons/list-checks'
import Palette from '@lucide/svelte/icons/palette'
import Settings from '@lucide/svelte/icons/settings-2'
import Star from '@lucide/svelte/icons/star'
import Sticker from '@lucide/svelte/icons/sticker'
import type { Component } from 'svelte'
import type { Glyph } from '$kit/types'
import { readMarker } from '$lib/readMarker.svelte'
import type { TextKey } from '$lib/i18n/translate'

export interface Route {
  /** The first part of the path: `lists` for #/lists and #/lists/42. */
  path: string
  word: TextKey
  load: () => Promise<{ default: Component }>
  /** Icon in the navigation, in this order; screens without it are not listed there. */
  icon?: Glyph
  /** Unread count, one or two characters. */
  badge?: () => string | null
  /** At the end of the navigation rail. */
  last?: boolean
  /** Seconds until the idle reset on this screen. */
  idle?: number
}

/** All screens. The first is the start screen. */
export const routes: Route[] = [
  {
    path: 'calendar',
    word: 'nav.calendar',
    icon: CalendarDays,
    load: () => import('./screens/calendar/Calendar.svelte'),
  },
  { path: 'chores', word: 'nav.chores', icon: Star, load: () => import('./screens/chores/Chores.svelte') },
  { path: 'lists', word: 'nav.lists', icon: ListChecks, load: () => import('./screens/lists/Lists.svelte') },
  { path: 'stickers', word: 'nav.stickers', icon: Sticker, load: () => import('./screens/stickers/Stickers.svelte') },
  { path: 'paint', word: 'nav.paint', icon: Palette, idle: 600, load: () => import('./screens/paint/Paint.svelte') },
  {
    path: 'notifications',
    word: 'nav.notifications',
    icon: Bell,
    badge: () => readMarker.badge,
    load: () => import('./screens/notifications/Notifications.svelte'),
  },
  { path: 'day', word: 'nav.day', load: () => import('./screens/day/Day.svelte') },
  { path: 'pair', word: 'nav.pair', load: () => import('./screens/pair/Pair.svelte') },
  { path: 'authorize', word: 'nav.authorize', load: () => import('./screens/authorize/Authorize.svelte') },
  {
    path: 'settings',
    word: 'nav.settings',
    icon: Settings,
    last: true,
    load: () => import('./screens/settings/Settings.svelte'),
  },
]

export function routeOf(part: string | undefined): Route {
  return routes.find((route) => route.path === part) ?? routes[0]!
}
