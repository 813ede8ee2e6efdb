import { busy } from '../busy'
import { read, send } from '../http/client'
import { sendPicture } from '../http/files'
import { resource } from '../http/resource.svelte'
import { session } from '../http/session.svelte'
import type { PhotoSettings } from './types'

export const albums = resource('/api/albums')
/** The first page, newest first: of an album or all. */
export const photosOf = (album: string | null) => resource('/api/photos', { albumId: album })
/** The pictures of this hour, in their order. */
export const slideshow = resource('/api/photos/slideshow')
export const photoSettings = resource('/api/photos/settings')

export const morePhotos = (album: string | null, before: string) => read('/api/photos', { albumId: album, before })

export const addPhoto = (file: Blob, album: string | null) => sendPicture('/api/photos', file, { albumId: album })
export const deletePhoto = (id: string) => send('DELETE', `/api/photos/${id}`)
export const restorePhoto = (id: string) => send('POST', `/api/photos/${id}/restore`)
export const hidePhoto = (id: string) => send('POST', `/api/photos/${id}/hide`)
export const unhidePhoto = (id: string) => send('DELETE', `/api/photos/${id}/hide`)
export const moveToAlbum = (id: string, albumId: string | null) => send('PATCH', `/api/photos/${id}`, { albumId })

export const makeAlbum = (name: string) => send('POST', '/api/albums', { name })
export const renameAlbum = (id: string, name: string) => send('PATCH', `/api/albums/${id}`, { name })
export const deleteAlbum = (id: string) => send('DELETE', `/api/albums/${id}`)

export const savePhotoSettings = (change: Partial<PhotoSettings>) => send('PATCH', '/api/photos/settings', change)

/**
 * A picture as the browser has it, else from the server. It never changes, so a copy in the browser's cache is used
 * without asking: this is how the slideshow goes on while the server is away.
 */
export function picture(id: string, size: 'image' | 'thumbnail', signal?: AbortSignal): Promise<Blob> {
  return busy(fetchPicture(id, size, signal))
}

async function fetchPicture(id: string, size: string, signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(`/api/photos/${id}/${size}`, {
    headers: session.key ? { Authorization: `Bearer ${session.key}` } : {},
    cache: 'force-cache',
    signal,
  })
  const blob = await response.blob()
  if (!response.ok || !blob.type.startsWith('image/')) throw new TypeError(`no picture: ${response.status}`)
  return blob
}
