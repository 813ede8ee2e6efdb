import { toast } from '$kit/overlays/toast.svelte'
import { undoEventWrite } from '$lib/api/events'
import { errorMessage } from '$lib/errors/errorMessage'
import { ApiError } from '$lib/http/client'
import { t } from '$lib/i18n/translate'
import { to } from '$lib/to'
import { type Change, outbox } from '$lib/changes/outbox.svelte'

/** Says what writes to events did; with Undo when the server gave a token for each. */
export function toastEventWrite(text: string, ...tokens: (string | null)[]): void {
  toast(text, { undo: undoOf(tokens) })
}

/** Says what was deleted, and where it can be restored later than Undo is offered. */
export function toastDeleted(text: string, undo?: () => void): void {
  toast(text, { undo, more: { label: t('common.recentlyDeleted'), href: to.settings('deleted') } })
}

export const toastEventDeleted = (text: string, token: string | null) => toastDeleted(text, undoOf([token]))

function undoOf(tokens: (string | null)[]): (() => void) | undefined {
  const known = tokens.filter((token) => token !== null)
  return known.length === tokens.length ? () => known.forEach((token) => void undo(token)) : undefined
}

/** Says what a change in the outbox does. Undo takes it back from there while it waits, and at the server later. */
export function toastChange(text: string, change: Change): void {
  toast(text, { undo: () => void withdraw(change) })
}

async function withdraw(change: Change): Promise<void> {
  await outbox.attempted(change)
  if (await outbox.cancel(change)) return
  const token = outbox.changes.find(({ key }) => key === change.key)?.undo
  if (token) await undo(token)
  else toast(t('calendar.undo.late'), { bad: true })
}

async function undo(token: string): Promise<void> {
  try {
    await undoEventWrite(token)
  } catch (failure) {
    const late = failure instanceof ApiError && (failure.status === 404 || failure.status === 409)
    toast(late ? t('calendar.undo.late') : errorMessage(failure), { bad: true })
  }
}
