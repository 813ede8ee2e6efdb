import { t, type MessageKey } from '$lib/i18n/translate'
import { fold } from '$lib/fold'
import type { Section } from './sections'

/** One setting that the search finds: its title on the screen, and other words for it. */
interface Setting {
  title: MessageKey
  words?: MessageKey
  /** Shown only there. */
  on?: 'wall' | 'own'
}

/** What the search finds, by the path of the section. A section itself is found by its own name and the first words. */
const TABLE: Readonly<Record<string, { words?: MessageKey; settings?: readonly Setting[] }>> = {
  household: {
    words: 'settingsWords.household',
    settings: [
      { title: 'householdSettings.familyName', words: 'settingsWords.familyName' },
      { title: 'common.language', words: 'settingsWords.language' },
      { title: 'householdSettings.timezone', words: 'settingsWords.timezone' },
      { title: 'householdSettings.weekStart', words: 'settingsWords.weekStart' },
      { title: 'householdSettings.clock', words: 'settingsWords.clock' },
      { title: 'householdSettings.dateOrder', words: 'settingsWords.dates' },
      { title: 'householdSettings.location', words: 'settingsWords.location' },
      { title: 'householdSettings.holidays' },
      { title: 'householdSettings.unit', words: 'settingsWords.unit' },
    ],
  },
  members: {
    words: 'settingsWords.members',
    settings: [
      { title: 'memberSettings.add', words: 'settingsWords.role' },
      { title: 'away.title', words: 'settingsWords.away' },
    ],
  },
  passkeys: {
    words: 'settingsWords.passkeys',
    settings: [
      { title: 'passkeySettings.title' },
      { title: 'recoverySettings.title' },
      { title: 'pinSettings.title', words: 'settingsWords.pin' },
    ],
  },
  calendars: {
    words: 'settingsWords.calendars',
    settings: [
      { title: 'calendarSettings.addFeed', words: 'settingsWords.addFeed' },
      { title: 'calendarSettings.addLocal' },
      { title: 'accountSettings.connect', words: 'settingsWords.calendars' },
      { title: 'calendarSettings.birthdays' },
    ],
  },
  categories: { words: 'settingsWords.categories' },
  chores: {
    words: 'settingsWords.chores',
    settings: [
      { title: 'choreSettings.lateCompletionCredit' },
      { title: 'choreSettings.streakGraceDays' },
      { title: 'choreSettings.pointsView' },
      { title: 'common.leaderboard', words: 'settingsWords.leaderboard' },
      { title: 'common.stickerShop' },
      { title: 'choreSettings.keepPoints' },
      { title: 'choreSettings.dayParts', words: 'settingsWords.dayParts' },
      { title: 'choreSettings.dayStartsAt' },
    ],
  },
  rewards: {
    words: 'settingsWords.rewards',
    settings: [
      { title: 'rewardSettings.add' },
      { title: 'rewardSettings.family' },
      { title: 'rewardSettings.value', words: 'settingsWords.money' },
    ],
  },
  deleted: { words: 'settingsWords.deleted' },
  device: {
    words: 'settingsWords.device',
    settings: [
      { title: 'common.isWall' },
      { title: 'handsOff.clean', words: 'settingsWords.clean', on: 'wall' },
      { title: 'handsOff.lock', words: 'settingsWords.toddler', on: 'wall' },
      { title: 'displaySettings.home' },
      { title: 'displaySettings.follows' },
      { title: 'displaySettings.person', on: 'own' },
      { title: 'language.device', words: 'settingsWords.language' },
      { title: 'viewing.distance', words: 'settingsWords.textSize', on: 'wall' },
      { title: 'displaySettings.keyboard', words: 'settingsWords.keyboard', on: 'wall' },
      { title: 'displaySettings.dim', words: 'settingsWords.dim', on: 'wall' },
      { title: 'deviceSettings.signOut', words: 'settingsWords.signOut' },
    ],
  },
  phones: { words: 'settingsWords.phones' },
  outside: { words: 'settingsWords.outside' },
  look: {
    settings: [
      { title: 'appearanceSettings.theme', words: 'settingsWords.theme' },
      { title: 'appearanceSettings.accent' },
      { title: 'appearanceSettings.backgroundLight' },
      { title: 'appearanceSettings.backgroundDark' },
      { title: 'appearanceSettings.textScale', words: 'settingsWords.textSize' },
      { title: 'textSize.label', words: 'settingsWords.textSize' },
      { title: 'appearanceSettings.density' },
      { title: 'appearanceSettings.eventColors', words: 'settingsWords.eventColors' },
    ],
  },
  sound: {
    words: 'settingsWords.sound',
    settings: [
      { title: 'soundSettings.chime' },
      { title: 'soundSettings.cheer' },
      { title: 'soundSettings.voice', words: 'settingsWords.voice' },
    ],
  },
  photos: {
    words: 'settingsWords.photos',
    settings: [
      { title: 'photoSettings.slideshow', words: 'settingsWords.photos' },
      { title: 'photoSettings.displaysMayAdd' },
      { title: 'photoSettings.inBackups' },
      { title: 'photoSettings.folder' },
    ],
  },
  wifi: { words: 'settingsWords.wifi' },
  wall: { words: 'settingsWords.wall' },
  notifications: { words: 'settingsWords.notifications' },
  reminders: {
    settings: [
      { title: 'reminderSettings.default', words: 'settingsWords.reminders' },
      { title: 'reminderSettings.quiet', words: 'settingsWords.quiet' },
    ],
  },
  keys: { words: 'settingsWords.keys' },
  https: { words: 'settingsWords.https' },
  feeds: { words: 'settingsWords.feeds' },
  apps: { words: 'settingsWords.apps' },
  webhooks: { words: 'settingsWords.webhooks' },
  data: { words: 'settingsWords.data', settings: [{ title: 'remoteBackup.title', words: 'settingsWords.data' }] },
  updates: { words: 'settingsWords.updates' },
  about: { words: 'settingsWords.about' },
}

export interface FoundSetting {
  section: Section
  /** The message of its title, which is in the address; undefined for the whole section. */
  row: MessageKey | undefined
  title: string
}

/**
 * The settings with every word of a query, in any order. A word matches the beginning of a word or three letters anywhere,
 * because compounds begin with something else. Those whose title matches are first, then those by their own words.
 */
export function findSettings(query: string, sections: readonly Section[], on: 'wall' | 'own'): FoundSetting[] {
  const asked = fold(query).split(/\s+/).filter(Boolean)
  if (asked.length === 0) return []
  const found = sections.flatMap((section) =>
    rowsOf(section, on).map(({ words, row, title }) => {
      const texts = [title, words && t(words), t(section.label), t(section.hint)]
      const rank = [1, 2, 4].findIndex((count) => matches(asked, texts.slice(0, count).join(' ')))
      return { section, row, title, rank }
    }),
  )
  return found.filter(({ rank }) => rank >= 0).sort((one, next) => one.rank - next.rank)
}

/** Every row that a device shows in a section, the section itself first. */
export function rowsOf({ path, label }: Section, on: 'wall' | 'own') {
  const { words, settings = [] } = TABLE[path] ?? {}
  const shown = settings.filter((each) => (each.on ?? on) === on)
  return [
    { row: undefined, words, title: t(label) },
    ...shown.map((each) => ({ row: each.title, words: each.words, title: t(each.title) })),
  ]
}

function matches(asked: readonly string[], text: string): boolean {
  const words = fold(text).split(/[^\p{L}\p{N}]+/u)
  return asked.every((one) => words.some((word) => word.startsWith(one) || (one.length > 2 && word.includes(one))))
}
