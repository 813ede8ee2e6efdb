import { describe, expect, it } from 'vitest'
import type { Calendar, Member, PublishedFeed } from '$lib/api/types'
import { chosenCalendars, emptyFeedForm, feedAddress, feedRequest, feedSummary } from './feedText'

const calendars = [
  { id: 'home', kind: 'local', name: 'Home' },
  { id: 'kids', kind: 'local', name: 'Kids' },
  { id: 'work', kind: 'google', name: 'Work' },
] as Calendar[]
const members = [{ id: 'ida', name: 'Ida' }] as Member[]
const feed = { memberId: null, calendarIds: null, descriptions: false } as PublishedFeed

describe('a subscription address', () => {
  it('has all calendars that are stored here, unless others are chosen', () => {
    const form = { ...emptyFeedForm(), name: ' Phone ' }
    expect(feedRequest(form, calendars)).toEqual({
      name: 'Phone',
      memberId: null,
      calendarIds: null,
      descriptions: false,
      meals: false,
    })
    expect(feedRequest({ ...form, calendarIds: ['kids'] }, calendars).calendarIds).toEqual(['kids'])
    expect(feedRequest({ ...form, calendarIds: ['home', 'work'] }, calendars).calendarIds).toEqual(['home', 'work'])
    expect(feedRequest({ ...form, calendarIds: [] }, calendars).calendarIds).toEqual([])
    expect(chosenCalendars(form, calendars)).toEqual(['home', 'kids'])
    expect(chosenCalendars({ ...form, calendarIds: ['work'] }, calendars)).toEqual(['work'])
  })

  it('is described by person, calendars and descriptions', () => {
    expect(feedSummary(feed, members, calendars)).toBe('Everybody · All calendars stored in Mantel')
    const own = { ...feed, memberId: 'ida', calendarIds: ['kids', 'work'], descriptions: true }
    expect(feedSummary(own, members, calendars)).toBe('Ida’s events · Kids, Work · with descriptions')
    expect(feedSummary({ ...feed, calendarIds: ['gone'] }, members, calendars)).toBe('Everybody · No calendars')
  })

  it('is opened by a calendar program at http and at https', () => {
    const path = '/api/feed/x.ics'
    expect(feedAddress('http://192.168.1.2:8080/', path)).toEqual({
      address: 'http://192.168.1.2:8080/api/feed/x.ics',
      webcal: 'webcal://192.168.1.2:8080/api/feed/x.ics',
    })
    expect(feedAddress('https://mantel.example', path).webcal).toBe('webcals://mantel.example/api/feed/x.ics')
  })
})
