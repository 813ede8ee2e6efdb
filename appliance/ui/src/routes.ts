import Bell from '@lucide/svelte/icons/bell'
import CalendarDays from '@lucide/svelte/icons/calendar-days'
import Gift from '@lucide/svelte/icons/gift'
import LayoutDashboard from '@lucide/svelte/icons/layout-dashboard'
import ListChecks from '@lucide/svelte/icons/list-checks'
import Images from '@lucide/svelte/icons/images'
import Palette from '@lucide/svelte/icons/palette'
import Search from '@lucide/svelte/icons/search'
import Settings from '@lucide/svelte/icons/settings-2'
import Star from '@lucide/svelte/icons/star'
import Sticker from '@lucide/svelte/icons/sticker'
import Utensils from '@lucide/svelte/icons/utensils'
import type { Component } from 'svelte'
import type { Glyph } from '$kit/types'
import { rewardsHere, waitingHere } from '$lib/api/approvals'
import { members } from '$lib/api/members'
import { device } from '$lib/device/device.svelte'
import { layout } from '$lib/device/layout.svelte'
import { readMarker } from '$lib/readMarker.svelte'
import { language } from '$lib/i18n/language.svelte'
import type { MessageKey } from '$lib/i18n/translate'

export interface Route {
  /** The first part of the path: `lists` for #/lists and #/lists/42. */
  path: string
  label: MessageKey
  load: () => Promise<{ default: Component }>
  /** Whether the core of the messages has all that it says. */
  core?: boolean
  /** Icon in the navigation, in this order; screens without it are not listed there. */
  icon?: Glyph
  /** Unread count, one or two characters. */
  badge?: () => string | null
  /** At the end of the navigation rail. */
  last?: boolean
  /** Whether wide walls show the side column next to it; by default they do. */
  side?: () => boolean
  /** Seconds until the idle reset on this screen. */
  idle?: number
}

/** So many people's chores fit beside the side column. */
const FEW_COLUMNS = 4

const badgeOf = ({ length }: unknown[]) => (length > 9 ? '9+' : length ? String(length) : null)

/** All screens. */
export const routes: Route[] = [
  {
    path: 'board',
    label: 'nav.board',
    core: true,
    icon: LayoutDashboard,
    side: () => false,
    // A wall with large text keeps its board.
    load: () =>
      layout.kind === 'phone' && !device.wall
        ? import('./screens/today/Today.svelte')
        : import('./screens/board/Board.svelte'),
  },
  {
    path: 'calendar',
    label: 'nav.calendar',
    core: true,
    icon: CalendarDays,
    // With its views, so that it is drawn once.
    load: () => import('./screens/calendar/Calendar.svelte').then((screen) => screen.loadViews().then(() => screen)),
  },
  {
    path: 'chores',
    label: 'nav.chores',
    core: true,
    icon: Star,
    badge: () => badgeOf(waitingHere()),
    side: () => (members.value?.length ?? 0) <= FEW_COLUMNS,
    load: () => import('./screens/chores/Chores.svelte'),
  },
  {
    path: 'lists',
    label: 'nav.lists',
    core: true,
    icon: ListChecks,
    load: () => import('./screens/lists/Lists.svelte'),
  },
  {
    path: 'meals',
    label: 'nav.meals',
    icon: Utensils,
    side: () => false,
    load: () => import('./screens/meals/Meals.svelte'),
  },
  {
    path: 'stickers',
    label: 'nav.stickers',
    icon: Sticker,
    side: () => false,
    load: () => import('./screens/stickers/Stickers.svelte'),
  },
  {
    path: 'rewards',
    label: 'nav.rewards',
    icon: Gift,
    badge: () => badgeOf(rewardsHere()),
    side: () => false,
    load: () => import('./screens/rewards/Rewards.svelte'),
  },
  {
    path: 'photos',
    label: 'nav.photos',
    icon: Images,
    side: () => false,
    load: () => import('./screens/photos/Photos.svelte'),
  },
  {
    path: 'paint',
    label: 'nav.paint',
    icon: Palette,
    idle: 600,
    side: () => false,
    load: () => import('./screens/paint/Paint.svelte'),
  },
  {
    path: 'notifications',
    label: 'nav.notifications',
    icon: Bell,
    badge: () => readMarker.badge,
    load: () => import('./screens/notifications/Notifications.svelte'),
  },
  { path: 'search', label: 'nav.search', icon: Search, load: () => import('./screens/search/Search.svelte') },
  // Nobody touches the phone between two aisles.
  {
    path: 'shopping',
    label: 'lists.shop',
    idle: 1800,
    side: () => false,
    load: () => import('./screens/shopping/Shopping.svelte'),
  },
  {
    path: 'recipes',
    label: 'nav.recipes',
    side: () => false,
    load: () => import('./screens/recipes/Recipes.svelte'),
  },
  // Hands are wet, and a dish takes its time: the recipe stays open.
  {
    path: 'cook',
    label: 'nav.recipes',
    idle: 14_400,
    side: () => false,
    load: () => import('./screens/recipes/Cooking.svelte'),
  },
  { path: 'day', label: 'nav.day', load: () => import('./screens/day/Day.svelte') },
  { path: 'routine', label: 'nav.routine', load: () => import('./screens/routine/Routine.svelte') },
  { path: 'pair', label: 'nav.pair', load: () => import('./screens/pair/Pair.svelte') },
  { path: 'authorize', label: 'nav.authorize', load: () => import('./screens/authorize/Authorize.svelte') },
  {
    path: 'settings',
    label: 'nav.settings',
    icon: Settings,
    last: true,
    load: () => import('./screens/settings/ForParents.svelte'),
  },
]

export function routeOf(part: string | undefined): Route {
  return routes.find((route) => route.path === part) ?? routes[0]!
}

/** A screen, once its messages are there too. */
export async function loadScreen<Screen>({
  load,
  core,
}: {
  load: () => Promise<Screen>
  core?: boolean
}): Promise<Screen> {
  const [screen] = await Promise.all([load(), core || language.loadRest()])
  return screen
}
