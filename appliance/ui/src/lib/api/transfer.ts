import { callText, readFile, send } from '../http/client'

/** What one import may weigh. */
export const LARGEST_FILE = 10 * 1024 * 1024

export interface Counts {
  members: number
  categories: number
  calendars: number
  events: number
  eventMemberOverrides: number
  eventCategoryOverrides: number
  eventTravelOverrides: number
  eventSeriesMemberOverrides: number
  eventSeriesCategoryOverrides: number
  chores: number
  choreCompletions: number
  lists: number
  listItems: number
  listItemSteps: number
  notes: number
  pointEntries: number
  stickerPacks: number
  scrapbook: number
}

export interface ImportResult {
  imported: Counts
  /** Calendars that wait for their account or their address. */
  needsReconnect: { id: string; kind: string; name: string }[]
  skipped: { passkeys: number; webhooks: number }
}

export interface ImportPreview extends ImportResult {
  /** Of `imported`, those that are new here. */
  added: Counts
  /** What belongs to nothing in the file. */
  leftOut: Counts
  /** The household settings that would change. */
  settings: string[]
}

/** The whole household as a file. */
export const exportHousehold = (): Promise<Blob> => readFile('/api/export')

/** What a file would change, without changing anything. */
export async function previewImport(file: Blob): Promise<ImportPreview> {
  return JSON.parse(await callText('POST', '/api/import?dryRun=true', file)) as ImportPreview
}

/** Merge a file in, whole or not at all. */
export const importFile = (file: Blob): Promise<ImportResult> => send<ImportResult>('POST', '/api/import', file)
