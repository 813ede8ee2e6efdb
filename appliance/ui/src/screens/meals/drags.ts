import { announce, Ghost } from '../calendar/drag/ghost'
import { followPresses, type Lifted, type Press } from '../calendar/drag/press'
import type { Meal, MealSlot } from '$lib/api/types'
import { t } from '$lib/i18n/translate'
import type { Day } from '$lib/time/dates'
import { dayName, slotName, titleOf } from './mealText'
import '../calendar/drag/drag.css'

interface Host {
  find: (id: string) => Meal | undefined
  drop: (meal: Meal, day: Day, slot: MealSlot) => void
}

/**
 * Moves meals between the places of the plan: a finger after a hold, a mouse at once. A meal has `data-meal`, a place
 * `data-day` and `data-slot`.
 */
export function startDrags(root: HTMLElement, host: Host): () => void {
  return followPresses(root, (press) => lift(root, host, press))
}

function lift(root: HTMLElement, host: Host, press: Press): Lifted | null {
  const card = press.target.closest<HTMLElement>('[data-meal]')
  const meal = card && host.find(card.dataset.meal!)
  if (!card || !meal) return null
  const ghost = new Ghost({ title: titleOf(meal), color: 'var(--accent)', cells: true, touch: press.touch })
  card.dataset.lifted = ''
  let place: HTMLElement | null = null

  const end = () => {
    ghost.remove()
    delete card.dataset.lifted
  }
  return {
    move(x, y) {
      place = placeAt(root, x, y)
      if (!place) return ghost.drawOutside(t('calendar.drag.outside'))
      const { day, slot } = place.dataset as { day: Day; slot: MealSlot }
      const box = place.getBoundingClientRect()
      ghost.draw([box], root.getBoundingClientRect(), `${dayName(day)} · ${slotName(slot)}`, { x, y })
    },
    drop(moved) {
      end()
      if (!moved) return card.click()
      if (!place) return announce(t('common.nothingChanged'))
      const { day, slot } = place.dataset as { day: Day; slot: MealSlot }
      host.drop(meal, day, slot)
    },
    cancel() {
      end()
      announce(t('common.nothingChanged'))
    },
  }
}

function placeAt(root: HTMLElement, x: number, y: number): HTMLElement | null {
  const places = root.querySelectorAll<HTMLElement>('[data-day][data-slot]')
  for (const place of places) {
    const { left, right, top, bottom } = place.getBoundingClientRect()
    if (x >= left && x < right && y >= top && y < bottom) return place
  }
  return null
}
