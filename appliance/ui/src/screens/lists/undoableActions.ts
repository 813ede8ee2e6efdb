import { attempt, toastFailure } from '$kit/overlays/attempt'
import { confirmAction } from '$kit/overlays/confirmation.svelte'
import { toast } from '$kit/overlays/toast.svelte'
import { changeList, clearDone, removeItem, removeList, removeStep, resetList } from '$lib/api/lists'
import { type Change, outbox } from '$lib/changes/outbox.svelte'
import { router } from '$lib/router.svelte'
import { toastDeleted } from '$parts/undoToast'
import { to } from '$lib/to'
import { t } from '$lib/i18n/translate'
import type { Item, List, Step, WholeList } from '$lib/api/types'

/** Shows a change with an Undo button; the change waits in the outbox until the undo time is over. */
function undoable(
  text: string,
  change: Promise<Change>,
  say = (said: string, undo: () => void) => toast(said, { undo }),
): void {
  const undo = async () => {
    if (!(await outbox.cancel(await change))) toast(t('lists.tooLate'), { bad: true })
  }
  say(text, () => void undo())
}

/** Names the items that this screen shows as done: what others tick meanwhile stays. */
export function clearDoneItems({ list, items }: WholeList): void {
  const ids = items.filter((item) => item.done).map(({ id }) => id)
  undoable(t('lists.cleared', { count: ids.length }), clearDone(list, ids), toastDeleted)
}

/** Names the items that this screen shows as done or begun. */
export function resetItems({ list, items }: WholeList): void {
  const ids = items.filter((item) => item.done || item.stepsDone > 0).map(({ id }) => id)
  undoable(t('lists.resetDone'), resetList(list, ids))
}

export const removeItemWithUndo = (item: Item) =>
  undoable(t('lists.item.removed', { title: item.title }), removeItem(item), toastDeleted)
export const removeStepWithUndo = (item: Item, step: Step) =>
  undoable(t('lists.item.stepRemoved'), removeStep(item, step))

export async function removeListWithUndo(list: List): Promise<void> {
  const text = t('lists.removeAskHint', { count: list.itemCount })
  if (
    list.itemCount > 0 &&
    !(await confirmAction({
      title: t('common.deleteName', { name: list.name }),
      text,
      yes: t('common.delete'),
      danger: true,
    }))
  )
    return
  const { ensureUnlocked } = await import('$lib/api/lock')
  if (!(await ensureUnlocked())) return
  router.go(to.lists())
  undoable(t('lists.removed', { name: list.name }), removeList(list), toastDeleted)
}

export async function setArchived(list: List, archived: boolean): Promise<void> {
  await attempt(async () => {
    await changeList(list.id, { archived })
    router.go(to.lists())
    toast(t(archived ? 'lists.archivedNow' : 'lists.restored', { name: list.name }), {
      undo: () => void undoArchive(list, !archived),
    })
  })
}

/** Shows the list on the Today board, or no longer. */
export async function setPinned(list: List, pinned: boolean): Promise<void> {
  await attempt(async () => {
    await changeList(list.id, { pinned })
    toast(t(pinned ? 'lists.pinned' : 'lists.unpinned', { name: list.name }), {
      undo: () => void changeList(list.id, { pinned: !pinned }).catch(toastFailure),
    })
  })
}

async function undoArchive(list: List, archived: boolean): Promise<void> {
  await attempt(() => changeList(list.id, { archived }))
}
