import { untrack } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import { picture } from './api/photos'

const AGAIN_MS = 60_000
/** Addresses in memory of the photos that are avatars: each is read once and drawn in many places. Empty while it is not there. */
const faces = new SvelteMap<string, string>()

/** The address of a photo that `loadFace` has read; nothing before, without one, and for one that is gone. */
export const faceOf = (photoId: string | null) => photoId && faces.get(photoId)

/** Reads a photo unless that has been done. After a failure an avatar that is drawn a minute later tries again. */
export function loadFace(photoId: string): void {
  if (untrack(() => faces.has(photoId))) return
  faces.set(photoId, '')
  picture(photoId, 'thumbnail').then(
    (blob) => faces.set(photoId, URL.createObjectURL(blob)),
    () => setTimeout(() => faces.delete(photoId), AGAIN_MS),
  )
}
