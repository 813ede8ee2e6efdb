import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { StoredChange } from '../changes/commands'

/** Metadata of a drawing. Its content is a picture and the later strokes, in separate stores. */
export interface Drawing {
  id: string
  /** Null until it is named. */
  name: string | null
  /** Last modification. */
  at: number
  width: number
  height: number
  /** Thumbnail as a data: URL. */
  thumb: string
}

interface Schema extends DBSchema {
  copies: { key: string; value: { path: string; text: string; at: number }; indexes: { at: number } }
  outbox: { key: number; value: StoredChange }
  drawings: { key: string; value: Drawing; indexes: { at: number } }
  pictures: { key: string; value: { id: string; picture: Blob } }
  marks: { key: string; value: string | number | boolean }
  strokes: { key: [drawing: string, seq: number]; value: { drawing: string; seq: number; mark: unknown } }
}

const MAX_COPIES = 200
/** A screen stores its responses within this time. */
const TOGETHER_MS = 5_000
let opened: Promise<Store> | undefined

export type Store = IDBPDatabase<Schema>

/** Data stored on this device: cached responses, the outbox, drawings, read markers. */
export function database(): Promise<Store> {
  opened ??= openDB<Schema>('mantel', 2, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('copies', { keyPath: 'path' }).createIndex('at', 'at')
        db.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true })
        db.createObjectStore('drawings', { keyPath: 'id' }).createIndex('at', 'at')
        db.createObjectStore('marks')
      }
      db.createObjectStore('pictures', { keyPath: 'id' })
      db.createObjectStore('strokes', { keyPath: ['drawing', 'seq'] })
    },
    // An older page in another tab closes its connection, so that a newer page can upgrade.
    blocking: (_before, _after, event) => (event.target as IDBDatabase).close(),
  })
  return opened
}

/** The last successful response of a path; undefined if there is none or storage is denied. */
export async function cachedResponse(path: string): Promise<string | undefined> {
  try {
    return (await (await database()).get('copies', path))?.text
  } catch {
    return undefined
  }
}

/**
 * The responses that were stored last, by path: those that the screen shown last has read. Fails if storage is denied.
 */
export async function latestResponses(): Promise<ReadonlyMap<string, string>> {
  const byTime = (await database()).transaction('copies').store.index('at')
  const newest = await byTime.openKeyCursor(null, 'prev')
  const copies = newest ? await byTime.getAll(IDBKeyRange.lowerBound(newest.key - TOGETHER_MS)) : []
  return new Map(copies.map(({ path, text }) => [path, text]))
}

export async function cacheResponse(path: string, text: string): Promise<void> {
  try {
    const db = await database()
    await db.put('copies', { path, text, at: Date.now() })
    const surplus = (await db.count('copies')) - MAX_COPIES
    if (surplus <= 0) return
    const oldest = await db.getAllKeysFromIndex('copies', 'at', undefined, surplus)
    await Promise.all(oldest.map((key) => db.delete('copies', key)))
  } catch {
    // A private window may deny storage; then there is no copy to fall back on.
  }
}

/** Deletes the cached responses when a key is removed. The outbox and drawings stay. */
export async function clearCachedResponses(): Promise<void> {
  try {
    await (await database()).clear('copies')
  } catch {
    // Nothing could be stored.
  }
}
