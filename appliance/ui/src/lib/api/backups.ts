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
  /** How many backups of each kind are kept. */
  keep: number
  /** Error of the last backup; null after the next success. */
  error: string | null
  second: { folder: string; at: string | null; error: string | null } | null
}

export const backups = resource<Backups>('/api/backups')

export const backupFile = (backup: Backup): Promise<Blob> => readFile(`/api/backups/${encodeURIComponent(backup.name)}`)
