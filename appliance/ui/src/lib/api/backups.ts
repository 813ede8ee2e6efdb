import { readFile } from '../http/files'
import { callJson, send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Backup, NewPlace, RestorePreviewRequest, RestoreRequest } from './types'

export const backups = resource('/api/backups')

export const backupFile = (backup: Backup): Promise<Blob> => readFile(`/api/backups/${encodeURIComponent(backup.name)}`)

/** The encrypted backups on another device. Admin. */
export const remoteBackups = resource('/api/backups/remote')

export const useRemotePlace = (place: NewPlace) => send('PUT', '/api/backups/remote', place)
export const forgetRemotePlace = () => send('DELETE', '/api/backups/remote')
export const runRemoteBackup = () => send('POST', '/api/backups/remote/run')
export const checkRemoteBackup = () => send('POST', '/api/backups/remote/check')

// Of a household that nobody has claimed. The screen behind is none that a write refreshes.
export const previewRestore = (request: RestorePreviewRequest) =>
  callJson('POST', '/api/setup/restore/preview', request)
export const restoreHousehold = (request: RestoreRequest) => callJson('POST', '/api/setup/restore', request)
export const restoreState = () => callJson('GET', '/api/setup/restore')
