import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A change waiting for the server. */
export interface StoredChange {
  id?: number
  /** Its name on this device, whether stored or not. */
  key: string
  method: string
  path: string
  body: unknown
  at: number
  /** What it does, for a person to read should the server refuse it. */
  words?: string
  /** It is not sent before this moment, nor before `scope` is touched again. */
  heldUntil?: number
  scope?: string
}

/** What is said of a drawing. What it shows is a picture and the strokes made since, each in a store of its own. */
export interface Drawing {
  id: string
  /** Null until somebody gives it one. */
  name: string | null
  /** When it was last painted on. */
  at: number
  width: number
  height: number
  /** A small copy, as a data: address. */
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
let opened: Promise<Store> | undefined

export type Store = IDBPDatabase<Schema>

/** What this device keeps for itself: copies of reads, the outbox, drawings, small marks such as what was read. */
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
    // An older page in another tab lets a newer one get on with its upgrade.
    blocking: (_before, _after, event) => (event.target as IDBDatabase).close(),
  })
  return opened
}

/** The last good answer of a path; undefined where there is none or the browser keeps nothing. */
export async function cachedResponse(path: string): Promise<string | undefined> {
  try {
    return (await (await database()).get('copies', path))?.text
  } catch {
    return undefined
  }
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
    // A private window may refuse storage; the page then simply has no copy to fall back on.
  }
}

/** Forgets what was read with a key, when that key is given up. The outbox and drawings stay. */
export async function clearCachedResponses(): Promise<void> {
  try {
    await (await database()).clear('copies')
  } catch {
    // Nothing could be stored, so nothing is left to forget.
  }
}
