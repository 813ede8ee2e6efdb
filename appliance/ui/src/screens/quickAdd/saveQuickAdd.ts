import { toast } from '$kit/overlays/toast.svelte'
import { addChore, removeChore } from '$lib/api/chores'
import { addEvent, undoEventWrite } from '$lib/api/events'
import { changesAmount, duplicateOf } from '$lib/amounts/amounts'
import { addItems, changeItem, removeItem, wholeList } from '$lib/api/lists'
import { zone } from '$lib/api/settings'
import { addDays, type Day, instantOf, timeText } from '$lib/time/dates'
import { language } from '$lib/i18n/language.svelte'
import { t } from '$lib/i18n/translate'
import type { MealMention } from '$lib/quickAdd/meals'
import { toastEventWrite } from '$parts/undoToast'
import type { QuickAddForm } from './quickAddForm.svelte'

const HOUR = 60
const DAY = 1440

/** Saves what was typed, and says so with Undo. Throws ApiError. */
export async function saveQuickAdd(form: QuickAddForm): Promise<void> {
  if (form.meal) return saveMeal(form, form.meal)
  if (form.kind === 'event') await saveEvent(form)
  else if (form.kind === 'chore') await saveChores(form)
  else saveItems(form)
  form.rememberPlace()
}

async function saveMeal({ value, days }: QuickAddForm, { slot }: MealMention): Promise<void> {
  const { planTyped } = await import('../meals/mealActions')
  const { title, start, memberIds } = value
  await planTyped({ title, days, slot, start, memberIds })
}

/** An event for each day; when one of them fails, the ones before it are taken back. */
async function saveEvent({ value, days, placeId }: QuickAddForm): Promise<void> {
  const { title, memberIds, start, duration, last, rrule, location } = value
  const request = { calendarId: placeId!, title, memberIds, rrule, ...(location ? { location } : {}) }
  const undos: (string | null)[] = []
  try {
    for (const day of days) undos.push((await addEvent({ ...request, ...timesOn(day) })).undo)
  } catch (failure) {
    await Promise.allSettled(undos.filter((undo) => undo !== null).map(undoEventWrite))
    throw failure
  }
  toastEventWrite(t('calendar.undo.added', { title }), ...undos)

  function timesOn(day: Day) {
    if (start === null) return { allDay: true, start: day, end: addDays(last ?? day, 1) }
    const end = start + (duration ?? HOUR)
    return {
      allDay: false,
      start: instantOf(day, start, zone()).iso,
      end: instantOf(addDays(last ?? day, Math.floor(end / DAY)), end % DAY, zone()).iso,
    }
  }
}

/** A chore belongs to one member and one day: several people and days get one each. */
async function saveChores({ value, days }: QuickAddForm): Promise<void> {
  const { title, memberIds, start, rrule } = value
  const dueTime = start === null ? null : timeText(start)
  const ids: string[] = []
  for (const memberId of memberIds.length ? memberIds : [null])
    for (const dueDate of days) ids.push((await addChore({ title, memberId, rrule, dueDate, dueTime, points: 1 })).id)
  toast(t('quickAdd.added', { title }), { undo: () => ids.forEach((id) => void removeChore(id).catch(() => {})) })
}

function saveItems({ value, items, shopping, placeId, separate }: QuickAddForm): void {
  const there = wholeList(placeId!).value?.items ?? []
  const merged = items.flatMap((one) => {
    const found = duplicateOf(there, one, language.tag)
    return shopping && found && changesAmount(found) && !separate.includes(found.item.id) ? [{ one, ...found }] : []
  })
  const fresh = items.filter((item) => !merged.some(({ one }) => one === item))
  for (const { item, sum } of merged) changeItem(item, { quantity: sum })
  const more = shopping ? {} : { dueDate: value.day, memberId: value.memberIds[0] ?? null }
  const requests = fresh.map(({ title, quantity }) => ({ title, ...(quantity ? { quantity } : {}), ...more }))
  const ids = requests.length ? addItems(placeId!, requests) : []
  const title = items.map((item) => item.title).join(', ')
  toast(t('quickAdd.added', { title }), {
    undo: () => {
      ids.forEach((id, at) => void removeItem({ id, title: fresh[at]!.title, listId: placeId! }))
      for (const { item } of merged) changeItem(item, { quantity: item.quantity })
    },
  })
}
