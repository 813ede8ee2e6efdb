import { localOf } from '$lib/time/dates'
import { t } from '$lib/i18n/translate'
import type { Snapshot } from '$lib/api/types'

/**
 * The greeting of a member by the clock of the page, in the language of the device; `zone` is the household's.
 * The snapshot's own is as old as the snapshot, and in the language of the household.
 */
export function greetingOf({ member, birthdays }: Snapshot, now: number, zone: string): string {
  const { date, minutes } = localOf(now, zone)
  const hour = Math.floor(minutes / 60)
  const part = birthdays.some((each) => each.memberId === member.id && each.date === date)
    ? 'birthday'
    : hour >= 5 && hour < 12
      ? 'morning'
      : hour >= 12 && hour < 17
        ? 'afternoon'
        : 'evening'
  return t(`day.greeting.${part}`, { name: member.name })
}
