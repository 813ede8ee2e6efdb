import { database, type Drawing } from '$lib/storage/indexedDb'
import type { Mark } from './strokes'

/** Maximum per device. (contract: Limits) */
export const MAX_DRAWINGS = 50

export type { Drawing }

/** All data of a drawing. */
export interface StoredDrawing {
  drawing: Drawing
  picture?: Blob
  marks: Mark[]
  /** Sequence number of the first mark. */
  first: number
}

const ALL = ['drawings', 'pictures', 'strokes'] as const
const strokesOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])

/** All drawings of this device, last modified first. */
export async function all(): Promise<Drawing[]> {
  return (await (await database()).getAllFromIndex('drawings', 'at')).reverse()
}

export async function read(id: string): Promise<StoredDrawing | undefined> {
  const transaction = (await database()).transaction(ALL)
  const [drawing, picture, strokes] = await Promise.all([
    transaction.objectStore('drawings').get(id),
    transaction.objectStore('pictures').get(id),
    transaction.objectStore('strokes').getAll(strokesOf(id)),
  ])
  return (
    drawing && {
      drawing,
      picture: picture?.picture,
      marks: strokes.map(({ mark }) => mark as Mark),
      first: strokes[0]?.seq ?? 0,
    }
  )
}

/** Saves a whole drawing; returns false when it is new and the limit is reached. */
export async function save({ drawing, picture, marks, first }: StoredDrawing): Promise<boolean> {
  const transaction = (await database()).transaction(ALL, 'readwrite')
  const drawings = transaction.objectStore('drawings')
  if ((await drawings.count(drawing.id)) === 0 && (await drawings.count()) >= MAX_DRAWINGS) return false
  void drawings.put(drawing)
  if (picture) void transaction.objectStore('pictures').put({ id: drawing.id, picture })
  marks.forEach(
    (mark, at) => void transaction.objectStore('strokes').put({ drawing: drawing.id, seq: first + at, mark }),
  )
  await transaction.done
  return true
}

/** Adds a mark to a stored drawing. Commits at once, because the page may be closed. */
export async function add(drawing: Drawing, seq: number, mark: Mark): Promise<void> {
  const transaction = (await database()).transaction(['drawings', 'strokes'], 'readwrite')
  void transaction.objectStore('drawings').put(drawing)
  void transaction.objectStore('strokes').put({ drawing: drawing.id, seq, mark })
  transaction.commit()
  await transaction.done
}

export async function removeMark(id: string, seq: number): Promise<void> {
  await (await database()).delete('strokes', [id, seq])
}

/** From now on the picture contains every mark before `first`. */
export async function flatten(id: string, picture: Blob, first: number): Promise<void> {
  const transaction = (await database()).transaction(['pictures', 'strokes'], 'readwrite')
  void transaction.objectStore('pictures').put({ id, picture })
  void transaction.objectStore('strokes').delete(IDBKeyRange.bound([id, 0], [id, first], false, true))
  await transaction.done
}

export async function updateDrawing(drawing: Drawing): Promise<void> {
  const transaction = (await database()).transaction('drawings', 'readwrite')
  void transaction.store.put(drawing)
  transaction.commit()
  await transaction.done
}

/** Removes a drawing and returns all of it for Undo. */
export async function remove(id: string): Promise<StoredDrawing | undefined> {
  const stored = await read(id)
  const transaction = (await database()).transaction(ALL, 'readwrite')
  void transaction.objectStore('drawings').delete(id)
  void transaction.objectStore('pictures').delete(id)
  void transaction.objectStore('strokes').delete(strokesOf(id))
  await transaction.done
  return stored
}
