import { callJson, send } from '../http/client'
import { readFile } from '../http/files'
import type { ImportPreview, ImportResult } from './types'

/** Maximum size of an import file, in bytes. */
export const LARGEST_FILE = 10 * 1024 * 1024

/** The whole household as a file. */
export const exportHousehold = (): Promise<Blob> => readFile('/api/export')

/** What an import would change (dry run). */
export const previewImport = (file: Blob) =>
  callJson('POST', '/api/import', file, undefined, { dryRun: 'true' }) as Promise<ImportPreview>

/** Imports a file: all of it or nothing. */
export const importFile = (file: Blob): Promise<ImportResult> => send('POST', '/api/import', file)
