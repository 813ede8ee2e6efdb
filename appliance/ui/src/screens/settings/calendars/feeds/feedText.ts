import { t } from '$lib/i18n/translate'
import type { Calendar, FeedRequest, Member, PublishedFeed } from '$lib/api/types'

/** The values of the form for a new address. */
export interface FeedForm {
  name: string
  memberId: string | null
  /** Null for all calendars that are stored here. */
  calendarIds: string[] | null
  descriptions: boolean
  meals: boolean
}

export function emptyFeedForm(): FeedForm {
  return { name: '', memberId: null, calendarIds: null, descriptions: false, meals: false }
}

export function chosenCalendars({ calendarIds }: FeedForm, calendars: readonly Calendar[]): string[] {
  return calendarIds ?? storedHere(calendars)
}

/** The request of the form. All calendars that are stored here stand for later ones too. */
export function feedRequest(form: FeedForm, calendars: readonly Calendar[]): FeedRequest {
  const [here, chosen] = [storedHere(calendars), chosenCalendars(form, calendars)]
  const all = chosen.length === here.length && here.every((id) => chosen.includes(id))
  return { ...form, name: form.name.trim(), calendarIds: all ? null : chosen }
}

/** Whose events and which calendars an address has. */
export function feedSummary(feed: PublishedFeed, members: readonly Member[], calendars: readonly Calendar[]): string {
  const person = members.find((member) => member.id === feed.memberId)
  const names = calendars.filter((calendar) => feed.calendarIds?.includes(calendar.id)).map((calendar) => calendar.name)
  return [
    person ? t('feedSettings.of', { name: person.name }) : t('common.everybody'),
    feed.calendarIds ? names.join(', ') || t('feedSettings.noCalendars') : t('feedSettings.allCalendars'),
    feed.meals ? t('nav.meals') : '',
    feed.descriptions ? t('feedSettings.withDescriptions') : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The address at an origin; a calendar program opens the second form by itself. */
export function feedAddress(origin: string, path: string): { address: string; webcal: string } {
  const address = `${origin.trim().replace(/\/+$/, '')}${path}`
  return { address, webcal: address.replace(/^http/, 'webcal') }
}

function storedHere(calendars: readonly Calendar[]): string[] {
  return calendars.filter((calendar) => calendar.kind === 'local').map((calendar) => calendar.id)
}
