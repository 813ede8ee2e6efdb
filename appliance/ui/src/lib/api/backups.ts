import { readFile } from '../http/files'
import { resource } from '../http/resource.svelte'
import type { Backup } from './types'

export const backups = resource('/api/backups')

export const backupFile = (backup: Backup): Promise<Blob> => readFile(`/api/backups/${encodeURIComponent(backup.name)}`)
