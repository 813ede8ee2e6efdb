import { loadLocal, saveLocal } from '$lib/storage/localStorage'
import type { Form } from './eventForm'

/** Text that was neither saved nor discarded: it survives navigation, the idle reset and a reload. */
export function loadDraft(event: string): Form | null {
  try {
    return JSON.parse(loadLocal(storageKey(event)) ?? 'null') as Form | null
  } catch {
    return null
  }
}

/** Stores the draft of an event, or of `new`; null removes it. */
export function storeDraft(event: string, form: Form | null): void {
  saveLocal(storageKey(event), form && JSON.stringify(form))
}

function storageKey(event: string): string {
  return `calendar.draft.${event}`
}
