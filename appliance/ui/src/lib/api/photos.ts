import { read, send } from '../http/client'
import { sendPicture } from '../http/files'
import { resource } from '../http/resource.svelte'
import { session } from '../http/session.svelte'
import type { Album, Photo, PhotoPage, PhotoSettings, Slides } from './types'

export const albums = resource<Album[]>('/api/albums')
/** The first page, newest first: of an album or all. */
export const photosOf = (album: string | null) => resource<PhotoPage>(pagePath(album))
/** The pictures of this hour, in their order. */
export const slideshow = resource<Slides>('/api/photos/slideshow')
export const photoSettings = resource<PhotoSettings>('/api/photos/settings')

export const morePhotos = (album: string | null, before: string) =>
  read<PhotoPage>(`${pagePath(album)}${album ? '&' : '?'}before=${before}`)

export const addPhoto = (file: Blob, album: string | null) =>
  sendPicture<Photo>(album ? `/api/photos?albumId=${album}` : '/api/photos', file)
export const deletePhoto = (id: string) => send('DELETE', `/api/photos/${id}`)
export const restorePhoto = (id: string) => send<Photo>('POST', `/api/photos/${id}/restore`)
export const hidePhoto = (id: string) => send('POST', `/api/photos/${id}/hide`)
export const unhidePhoto = (id: string) => send('DELETE', `/api/photos/${id}/hide`)
export const moveToAlbum = (id: string, albumId: string | null) =>
  send<Photo>('PATCH', `/api/photos/${id}`, { albumId })

export const makeAlbum = (name: string) => send<Album>('POST', '/api/albums', { name })
export const renameAlbum = (id: string, name: string) => send<Album>('PATCH', `/api/albums/${id}`, { name })
export const deleteAlbum = (id: string) => send('DELETE', `/api/albums/${id}`)

export const savePhotoSettings = (change: Partial<PhotoSettings>) =>
  send<PhotoSettings>('PATCH', '/api/photos/settings', change)

/**
 * A picture as the browser has it, else from the server. It never changes, so a copy in the browser's cache is used
 * without asking: this is how the slideshow goes on while the server is away.
 */
export async function picture(id: string, size: 'image' | 'thumbnail', signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(`/api/photos/${id}/${size}`, {
    headers: session.key ? { Authorization: `Bearer ${session.key}` } : {},
    cache: 'force-cache',
    signal,
  })
  const blob = await response.blob()
  if (!response.ok || !blob.type.startsWith('image/')) throw new TypeError(`no picture: ${response.status}`)
  return blob
}

function pagePath(album: string | null): string {
  return album ? `/api/photos?albumId=${album}` : '/api/photos'
}
