import { t } from '$lib/i18n/translate'
import type { Calendar, FeedRequest, Member, PublishedFeed } from '$lib/api/types'

/** The values of the form for a new address. */
export interface FeedForm {
  name: string
  memberId: string | null
  calendarIds: string[]
  descriptions: boolean
}

export function emptyFeedForm(calendars: readonly Calendar[]): FeedForm {
  return { name: '', memberId: null, calendarIds: storedHere(calendars), descriptions: false }
}

/** The request of the form. All calendars that are stored here stand for later ones too. */
export function feedRequest(form: FeedForm, calendars: readonly Calendar[]): FeedRequest {
  const here = storedHere(calendars)
  const all = form.calendarIds.length === here.length && here.every((id) => form.calendarIds.includes(id))
  return { ...form, name: form.name.trim(), calendarIds: all ? null : form.calendarIds }
}

/** Whose events and which calendars an address has. */
export function feedSummary(feed: PublishedFeed, members: readonly Member[], calendars: readonly Calendar[]): string {
  const person = members.find((member) => member.id === feed.memberId)
  const names = calendars.filter((calendar) => feed.calendarIds?.includes(calendar.id)).map((calendar) => calendar.name)
  return [
    person ? t('feedSettings.of', { name: person.name }) : t('feedSettings.everybody'),
    feed.calendarIds ? names.join(', ') || t('feedSettings.noCalendars') : t('feedSettings.allCalendars'),
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
