import { confirmAction } from '$kit/overlays/confirmation.svelte'
import { toast } from '$kit/overlays/toast.svelte'
import {
  changeList,
  clearDone,
  type Item,
  type List,
  removeItem,
  removeList,
  removeStep,
  resetList,
  type Step,
} from '$lib/api/lists'
import { errorMessage } from '$lib/errors/errorMessage'
import { type Change, outbox } from '$lib/outbox/outbox.svelte'
import { router } from '$lib/router.svelte'
import { t } from '$lib/i18n/translate'

/** What is taken away at once and given back by one touch: it waits in the outbox until it is too late to undo. */
function undoable(text: string, change: Promise<Change>): void {
  const undo = async () => {
    if (!(await outbox.cancel(await change))) toast(t('lists.tooLate'), { bad: true })
  }
  toast(text, { undo: () => void undo() })
}

export const clear = (list: List, count: number) => undoable(t('lists.cleared', { count }), clearDone(list))
export const startAfresh = (list: List) => undoable(t('lists.resetDone'), resetList(list))
export const takeItem = (item: Item) => undoable(t('lists.item.removed', { title: item.title }), removeItem(item))
export const takeStep = (item: Item, step: Step) => undoable(t('lists.item.stepRemoved'), removeStep(item, step))

export async function takeList(list: List): Promise<void> {
  const text = t('lists.removeAskHint', { count: list.itemCount })
  if (
    list.itemCount > 0 &&
    !(await confirmAction({
      title: t('lists.removeAsk', { name: list.name }),
      text,
      yes: t('kit.delete'),
      danger: true,
    }))
  )
    return
  router.go('/lists')
  undoable(t('lists.removed', { name: list.name }), removeList(list))
}

export async function putAway(list: List, archived: boolean): Promise<void> {
  try {
    await changeList(list.id, { archived })
    router.go('/lists')
    toast(t(archived ? 'lists.archivedNow' : 'lists.restored', { name: list.name }), {
      undo: () => void putBack(list, !archived),
    })
  } catch (failure) {
    toast(errorMessage(failure), { bad: true })
  }
}

async function putBack(list: List, archived: boolean): Promise<void> {
  try {
    await changeList(list.id, { archived })
  } catch (failure) {
    toast(errorMessage(failure), { bad: true })
  }
}
