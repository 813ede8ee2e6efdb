import { send } from '../http/client'
import { resource } from '../http/resource.svelte'

/** What the family calls the things with barcodes. */
export const barcodes = resource('/api/barcodes')

export const nameBarcode = (code: string, title: string) =>
  send('PUT', `/api/barcodes/${encodeURIComponent(code)}`, { title })
