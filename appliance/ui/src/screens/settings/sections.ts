import Archive from '@lucide/svelte/icons/archive'
import Award from '@lucide/svelte/icons/award'
import Bell from '@lucide/svelte/icons/bell'
import BellRing from '@lucide/svelte/icons/bell-ring'
import CalendarDays from '@lucide/svelte/icons/calendar-days'
import Download from '@lucide/svelte/icons/download'
import Fingerprint from '@lucide/svelte/icons/fingerprint-pattern'
import Gift from '@lucide/svelte/icons/gift'
import Globe from '@lucide/svelte/icons/globe'
import HeartPulse from '@lucide/svelte/icons/heart-pulse'
import House from '@lucide/svelte/icons/house'
import Images from '@lucide/svelte/icons/images'
import Info from '@lucide/svelte/icons/info'
import KeyRound from '@lucide/svelte/icons/key-round'
import MonitorSmartphone from '@lucide/svelte/icons/monitor-smartphone'
import Share from '@lucide/svelte/icons/share-2'
import ShieldCheck from '@lucide/svelte/icons/shield-check'
import Palette from '@lucide/svelte/icons/palette'
import Plug from '@lucide/svelte/icons/plug'
import Smartphone from '@lucide/svelte/icons/smartphone'
import Tags from '@lucide/svelte/icons/tags'
import Users from '@lucide/svelte/icons/users'
import Trash2 from '@lucide/svelte/icons/trash-2'
import Volume2 from '@lucide/svelte/icons/volume-2'
import Wifi from '@lucide/svelte/icons/wifi'
import Webhook from '@lucide/svelte/icons/webhook'
import type { Component } from 'svelte'
import type { Glyph } from '$kit/types'
import type { MessageKey } from '$lib/i18n/translate'

/** In display order; the names are in the messages. */
export const GROUPS = ['family', 'calendars', 'chores', 'screens', 'notifications', 'advanced'] as const

export interface Section {
  group: (typeof GROUPS)[number]
  /** The second part of the path: #/settings/household. */
  path: string
  label: MessageKey
  hint: MessageKey
  icon: Glyph
  /** Hidden without an admin key. */
  admin?: boolean
  /** Without an admin key it says where this is changed. */
  named?: boolean
  /** Shown only in a kiosk: it is about that machine. */
  kiosk?: boolean
  /** Also shown on the wall of this machine, though its key is not an admin key. */
  wall?: boolean
  /** Short fields, shown side by side where there is room. */
  short?: boolean
  load: () => Promise<{ default: Component }>
}

/** All settings sections, in display order. */
export const sections: Section[] = [
  {
    group: 'family',
    path: 'household',
    label: 'settings.household',
    hint: 'settings.householdHint',
    icon: House,
    short: true,
    load: () => import('./household/HouseholdSettings.svelte'),
  },
  {
    group: 'family',
    path: 'members',
    label: 'settings.members',
    hint: 'settings.membersHint',
    icon: Users,
    admin: true,
    named: true,
    load: () => import('./people/MemberSettings.svelte'),
  },
  {
    group: 'family',
    path: 'passkeys',
    label: 'settings.passkeys',
    hint: 'settings.passkeysHint',
    icon: Fingerprint,
    admin: true,
    load: () => import('./access/SignInSettings.svelte'),
  },
  {
    group: 'family',
    path: 'deleted',
    label: 'common.recentlyDeleted',
    hint: 'settings.deletedHint',
    icon: Trash2,
    load: () => import('./deleted/Deleted.svelte'),
  },
  {
    group: 'calendars',
    path: 'calendars',
    label: 'settings.calendars',
    hint: 'settings.calendarsHint',
    icon: CalendarDays,
    admin: true,
    named: true,
    load: () => import('./calendars/CalendarSettings.svelte'),
  },
  {
    group: 'calendars',
    path: 'categories',
    label: 'settings.categories',
    hint: 'settings.categoriesHint',
    icon: Tags,
    load: () => import('./calendars/CategorySettings.svelte'),
  },
  {
    group: 'chores',
    path: 'chores',
    label: 'settings.chores',
    hint: 'settings.choresHint',
    icon: Award,
    admin: true,
    short: true,
    load: () => import('./chores/ChoreSettings.svelte'),
  },
  {
    group: 'chores',
    path: 'rewards',
    label: 'settings.rewards',
    hint: 'settings.rewardsHint',
    icon: Gift,
    admin: true,
    load: () => import('./rewards/RewardSettings.svelte'),
  },
  {
    group: 'screens',
    path: 'device',
    label: 'settings.device',
    hint: 'settings.deviceHint',
    icon: MonitorSmartphone,
    load: () => import('./wall/DeviceSettings.svelte'),
  },
  {
    group: 'screens',
    path: 'phones',
    label: 'settings.phones',
    hint: 'settings.phonesHint',
    icon: Smartphone,
    load: () => import('./phones/Phones.svelte'),
  },
  {
    group: 'screens',
    path: 'outside',
    label: 'settings.outside',
    hint: 'settings.outsideHint',
    icon: Globe,
    load: () => import('./phones/Outside.svelte'),
  },
  {
    group: 'screens',
    path: 'look',
    label: 'settings.appearance',
    hint: 'settings.appearanceHint',
    icon: Palette,
    short: true,
    load: () => import('./household/AppearanceSettings.svelte'),
  },
  {
    group: 'screens',
    path: 'sound',
    label: 'settings.sound',
    hint: 'settings.soundHint',
    icon: Volume2,
    load: () => import('./sound/SoundSettings.svelte'),
  },
  {
    group: 'screens',
    path: 'photos',
    label: 'settings.photos',
    hint: 'settings.photosHint',
    icon: Images,
    load: () => import('./photos/PhotoSettings.svelte'),
  },
  {
    group: 'screens',
    path: 'wifi',
    label: 'settings.wifi',
    hint: 'settings.wifiHint',
    icon: Wifi,
    kiosk: true,
    load: () => import('../wifi/Wifi.svelte'),
  },
  {
    group: 'screens',
    path: 'wall',
    label: 'settings.wall',
    hint: 'settings.wallHint',
    icon: HeartPulse,
    admin: true,
    wall: true,
    load: () => import('./wall/WallStatus.svelte'),
  },
  {
    group: 'notifications',
    path: 'notifications',
    label: 'settings.notifications',
    hint: 'settings.notificationsHint',
    icon: Bell,
    load: () => import('./notifications/NotificationSettings.svelte'),
  },
  {
    group: 'notifications',
    path: 'reminders',
    label: 'settings.reminders',
    hint: 'settings.remindersHint',
    icon: BellRing,
    admin: true,
    load: () => import('./notifications/ReminderSettings.svelte'),
  },
  {
    group: 'advanced',
    path: 'keys',
    label: 'settings.keys',
    hint: 'settings.keysHint',
    icon: KeyRound,
    admin: true,
    load: () => import('./access/KeySettings.svelte'),
  },
  {
    group: 'advanced',
    path: 'https',
    label: 'settings.https',
    hint: 'settings.httpsHint',
    icon: ShieldCheck,
    load: () => import('./access/HttpsSettings.svelte'),
  },
  {
    group: 'advanced',
    path: 'feeds',
    label: 'settings.feeds',
    hint: 'settings.feedsHint',
    icon: Share,
    admin: true,
    load: () => import('./calendars/feeds/FeedList.svelte'),
  },
  {
    group: 'advanced',
    path: 'apps',
    label: 'settings.apps',
    hint: 'settings.appsHint',
    icon: Plug,
    admin: true,
    load: () => import('./access/ConnectedApps.svelte'),
  },
  {
    group: 'advanced',
    path: 'webhooks',
    label: 'settings.webhooks',
    hint: 'settings.webhooksHint',
    icon: Webhook,
    admin: true,
    load: () => import('./webhooks/WebhookSettings.svelte'),
  },
  {
    group: 'advanced',
    path: 'data',
    label: 'settings.data',
    hint: 'settings.dataHint',
    icon: Archive,
    admin: true,
    load: () => import('./data/DataSettings.svelte'),
  },
  {
    group: 'advanced',
    path: 'updates',
    label: 'settings.updates',
    hint: 'settings.updatesHint',
    icon: Download,
    admin: true,
    wall: true,
    load: () => import('./updates/Updates.svelte'),
  },
  {
    group: 'advanced',
    path: 'about',
    label: 'settings.about',
    hint: 'settings.aboutHint',
    icon: Info,
    load: () => import('./About.svelte'),
  },
]
