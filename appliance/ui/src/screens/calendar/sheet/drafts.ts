import { loadLocal, saveLocal } from '$lib/storage/localStorage'
import type { Form } from './eventForm'

/** What was typed and neither saved nor thrown away: it outlives a way back, the wall's reset and a reload. */
export function loadDraft(event: string): Form | null {
  try {
    return JSON.parse(loadLocal(storageKey(event)) ?? 'null') as Form | null
  } catch {
    return null
  }
}

/** Keeps the draft of an event, or of `new`; null lets go of it. */
export function storeDraft(event: string, form: Form | null): void {
  saveLocal(storageKey(event), form && JSON.stringify(form))
}

function storageKey(event: string): string {
  return `calendar.draft.${event}`
}
