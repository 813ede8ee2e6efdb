import { loadLocal, saveLocal } from '$lib/storage/localStorage'
import type { Form } from './eventForm'

/** What was typed and neither saved nor thrown away: it outlives a way back, the wall's reset and a reload. */
export function draftOf(event: string): Form | null {
  try {
    return JSON.parse(loadLocal(name(event)) ?? 'null') as Form | null
  } catch {
    return null
  }
}

/** Keeps the draft of an event, or of `new`; null lets go of it. */
export function keepDraft(event: string, form: Form | null): void {
  saveLocal(name(event), form && JSON.stringify(form))
}

function name(event: string): string {
  return `calendar.draft.${event}`
}
