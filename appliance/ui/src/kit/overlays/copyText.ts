import { copy } from '$lib/clipboard'
import { t } from '$lib/i18n/translate'
import { toast } from './toast.svelte'

/** Copies a text; a toast says whether that was possible. */
export async function copyText(text: string): Promise<void> {
  if (await copy(text)) toast(t('common.copied'))
  else toast(t('fields.notCopied'), { bad: true })
}
