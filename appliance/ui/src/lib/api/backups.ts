import { readFile } from '../http/client'
import { resource } from '../http/resource.svelte'

export interface Backup {
  name: string
  kind: 'nightly' | 'manual' | 'migration' | 'replaced'
  at: string
  bytes: number
}

export interface Backups {
  /** Newest first. */
  backups: Backup[]
  /** How many of each kind stay. */
  keep: number
  /** Why the last one failed, until one succeeds. */
  error: string | null
  second: { folder: string; at: string | null; error: string | null } | null
}

export const backups = resource<Backups>('/api/backups')

export const backupFile = (backup: Backup): Promise<Blob> => readFile(`/api/backups/${encodeURIComponent(backup.name)}`)
