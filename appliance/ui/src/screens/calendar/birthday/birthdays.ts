import { t } from '$lib/i18n/translate'
import type { EventInstance } from '$lib/api/types'

/** Ids of birthdays begin so. They are not stored: the sheet of an event cannot show them. */
const PREFIX = 'birthday_'

export const CAKE = '🎂'

export function isBirthday(id: string | undefined): boolean {
  return id?.startsWith(PREFIX) ?? false
}

/** The event with the title of a birthday in the language of the UI; other events stay as they are. */
export function withBirthdayTitle(event: EventInstance): EventInstance {
  if (!event.birthday) return event
  const { name, age } = event.birthday
  return {
    ...event,
    title: age === null ? t('common.birthdayOf', { name }) : t('common.turns', { name, age }),
  }
}
