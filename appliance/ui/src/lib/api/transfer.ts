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

export interface Imported {
  imported: Counts
  /** Calendars that wait for their account or their address. */
  needsReconnect: { id: string; kind: string; name: string }[]
  skipped: { passkeys: number; webhooks: number }
}

export interface Rehearsed extends Imported {
  /** Of `imported`, those that are new here. */
  added: Counts
  /** What belongs to nothing in the file. */
  leftOut: Counts
  /** The household settings that would change. */
  settings: string[]
}

/** The whole household as a file. */
export const exported = (): Promise<Blob> => readFile('/api/export')

/** What a file would change, without changing anything. */
export async function rehearse(file: Blob): Promise<Rehearsed> {
  return JSON.parse(await callText('POST', '/api/import?dryRun=true', file)) as Rehearsed
}

/** Merge a file in, whole or not at all. */
export const takeIn = (file: Blob): Promise<Imported> => send<Imported>('POST', '/api/import', file)
