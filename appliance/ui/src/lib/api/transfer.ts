import { callText, readFile, send } from '../http/client'

/** Maximum size of an import file, in bytes. */
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
  /** Calendars that need their account or their address again. */
  needsReconnect: { id: string; kind: string; name: string }[]
  skipped: { passkeys: number; webhooks: number }
}

export interface ImportPreview extends ImportResult {
  /** The part of `imported` that does not exist here yet. */
  added: Counts
  /** Rows whose parent is not in the file. */
  leftOut: Counts
  /** The household settings that would change. */
  settings: string[]
}

/** The whole household as a file. */
export const exportHousehold = (): Promise<Blob> => readFile('/api/export')

/** What an import would change (dry run). */
export async function previewImport(file: Blob): Promise<ImportPreview> {
  return JSON.parse(await callText('POST', '/api/import?dryRun=true', file)) as ImportPreview
}

/** Imports a file: all of it or nothing. */
export const importFile = (file: Blob): Promise<ImportResult> => send<ImportResult>('POST', '/api/import', file)
