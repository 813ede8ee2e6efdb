import { ApiError } from '$lib/http/client'
import { LARGEST_FILE } from '$lib/api/transfer'
import { errorMessage } from '$lib/errors/errorMessage'
import { formatBytes } from '$lib/fileSize'
import { formatList } from '$lib/i18n/textList'
import { t, type MessageKey } from '$lib/i18n/translate'
import type { Counts, ImportPreview, ImportResult } from '$lib/api/types'

interface Kind {
  counts: (keyof Counts)[]
  key: MessageKey
  /** Why rows of this kind are skipped. */
  why: MessageKey
}

/** Row types as shown to the family, in display order. */
const KINDS: Kind[] = [
  { counts: ['members'], key: 'dataSettings.kind.members', why: 'dataSettings.why.alone' },
  { counts: ['calendars'], key: 'dataSettings.kind.calendars', why: 'dataSettings.why.kind' },
  { counts: ['events'], key: 'common.eventCount', why: 'dataSettings.why.events' },
  {
    counts: [
      'eventMemberOverrides',
      'eventCategoryOverrides',
      'eventTravelOverrides',
      'eventSeriesMemberOverrides',
      'eventSeriesCategoryOverrides',
    ],
    key: 'dataSettings.kind.overrides',
    why: 'dataSettings.why.overrides',
  },
  { counts: ['categories'], key: 'dataSettings.kind.categories', why: 'dataSettings.why.alone' },
  { counts: ['chores'], key: 'dataSettings.kind.chores', why: 'dataSettings.why.alone' },
  { counts: ['choreCompletions'], key: 'dataSettings.kind.completions', why: 'dataSettings.why.completions' },
  { counts: ['lists'], key: 'dataSettings.kind.lists', why: 'dataSettings.why.alone' },
  { counts: ['listItems'], key: 'dataSettings.kind.items', why: 'dataSettings.why.alone' },
  { counts: ['notes'], key: 'common.noteCount', why: 'dataSettings.why.notes' },
  { counts: ['pointEntries'], key: 'dataSettings.kind.entries', why: 'dataSettings.why.member' },
  { counts: ['stickerPacks'], key: 'dataSettings.kind.packs', why: 'dataSettings.why.member' },
  { counts: ['scrapbook'], key: 'dataSettings.kind.stickers', why: 'dataSettings.why.member' },
  { counts: ['rewards'], key: 'dataSettings.kind.rewards', why: 'dataSettings.why.alone' },
  { counts: ['recipes'], key: 'recipes.count', why: 'dataSettings.why.alone' },
  { counts: ['redemptions'], key: 'dataSettings.kind.redemptions', why: 'dataSettings.why.alone' },
]

export interface ImportRow {
  text: string
  detail: string
}

/** The imported rows by kind; in a preview with the number of new ones. */
export function importedRows(result: ImportResult & Partial<ImportPreview>): ImportRow[] {
  return KINDS.map(({ counts, key }) => ({
    count: sum(result.imported, counts),
    added: result.added && sum(result.added, counts),
    key,
  }))
    .filter(({ count }) => count > 0)
    .map(({ count, added, key }) => ({
      text: t(key, { count }),
      detail: added === undefined ? '' : newText(count, added),
    }))
}

/** What no import takes, in display order. */
const NEVER_IMPORTED: { of: keyof ImportResult['skipped']; key: MessageKey; why: MessageKey }[] = [
  { of: 'archivedChores', key: 'dataSettings.kind.archivedChores', why: 'dataSettings.why.archivedChores' },
  { of: 'pendingCompletions', key: 'dataSettings.kind.pendingCompletions', why: 'dataSettings.why.pendingCompletions' },
  { of: 'passkeys', key: 'dataSettings.kind.passkeys', why: 'dataSettings.why.passkeys' },
  { of: 'webhooks', key: 'dataSettings.kind.webhooks', why: 'dataSettings.why.webhooks' },
]

/** The skipped rows, with reasons; of a finished import only what no import takes. */
export function skippedRows({ leftOut, skipped, notRead }: ImportResult & Partial<ImportPreview>): ImportRow[] {
  // `leftOut` counts archived chores and pending completions too; they have rows of their own.
  const others = leftOut && {
    ...leftOut,
    chores: leftOut.chores - skipped.archivedChores,
    choreCompletions: leftOut.choreCompletions - skipped.pendingCompletions,
  }
  return [
    ...KINDS.map(({ counts, key, why }) => ({ count: others ? sum(others, counts) : 0, key, why })),
    ...NEVER_IMPORTED.map(({ of, key, why }) => ({ count: skipped[of], key, why })),
    {
      count: Object.values(notRead).reduce((all, count) => all + count, 0),
      key: 'dataSettings.kind.notRead' as const,
      why: 'dataSettings.why.notRead' as const,
    },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, key, why }) => ({ text: t(key, { count }), detail: t(why) }))
}

/** Total number of imported rows. */
export function totalCount({ imported }: ImportResult): number {
  return KINDS.reduce((all, { counts }) => all + sum(imported, counts), 0)
}

/** Why a file was rejected, and what to do. */
export function importError(failure: unknown, file: File): string {
  if (!(failure instanceof ApiError) || failure.offline) return errorMessage(failure)
  if (failure.status === 413) return tooLarge(file)
  if (failure.status !== 400) return errorMessage(failure)
  const [place, ...fault] = failure.message.split(': ')
  if (place === 'request' || fault.at(-1) === 'is required') return t('dataSettings.rejected.strange')
  if (place === 'version') return t('dataSettings.rejected.version')
  return t('dataSettings.rejected.fault', { place: place ?? '', fault: fault.join(': ') })
}

export function tooLarge(file: File): string {
  return t('dataSettings.rejected.large', { size: formatBytes(file.size), most: formatBytes(LARGEST_FILE) })
}

function newText(count: number, added: number): string {
  if (added === count) return t('dataSettings.allNew')
  return added === 0 ? t('dataSettings.allHere') : t('dataSettings.someNew', { count: added })
}

function sum(counts: Counts, names: (keyof Counts)[]): number {
  return names.reduce((all, name) => all + counts[name], 0)
}

/** The names of household settings as shown on their pages. */
export function settingNames(names: readonly string[]): string {
  return formatList(new Set(names.map((name) => t(SETTING_WORDS[name] ?? 'dataSettings.setting.more'))))
}

const SETTING_WORDS: Record<string, MessageKey> = {
  familyName: 'dataSettings.setting.familyName',
  timezone: 'dataSettings.setting.timezone',
  weekStart: 'dataSettings.setting.weekStart',
  themeMode: 'dataSettings.setting.look',
  darkFrom: 'dataSettings.setting.look',
  darkTo: 'dataSettings.setting.look',
  accent: 'dataSettings.setting.look',
  backgroundLight: 'dataSettings.setting.look',
  backgroundDark: 'dataSettings.setting.look',
  textScale: 'dataSettings.setting.look',
  density: 'dataSettings.setting.look',
  quietFrom: 'dataSettings.setting.quiet',
  quietTo: 'dataSettings.setting.quiet',
  defaultReminderMinutes: 'dataSettings.setting.reminders',
  lateCompletionCredit: 'dataSettings.setting.points',
  streakGraceDays: 'dataSettings.setting.points',
  leaderboardEnabled: 'dataSettings.setting.points',
  stickersEnabled: 'dataSettings.setting.points',
  stickerPriceScale: 'dataSettings.setting.points',
  keepPointsOfDeletedChores: 'dataSettings.setting.points',
  location: 'dataSettings.setting.weather',
  temperatureUnit: 'dataSettings.setting.weather',
}
