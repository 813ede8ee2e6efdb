import { expect, test } from 'vitest'
import { useLanguage } from '../i18n/inLanguage.testing'
import { allZones, ownWeekStart, zoneOf, zonesLike } from './zones'

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Argentina/Ushuaia',
  'America/North_Dakota/New_Salem',
  'America/Sao_Paulo',
  'Asia/Yerevan',
].map(zoneOf)
const names = (query: string) => zonesLike(zones, query).map((zone) => zone.name)

test('a zone is split into city and region', () => {
  expect(zoneOf('America/Argentina/Ushuaia')).toEqual({
    name: 'America/Argentina/Ushuaia',
    city: 'Ushuaia',
    region: 'Americas, Argentina',
  })
  expect(zoneOf('UTC')).toEqual({ name: 'UTC', city: 'UTC', region: '' })
})

test('a continent is named in the language of the device, and found by both names; oceans have no name', async () => {
  await useLanguage('pl')
  expect(zoneOf('Europe/Berlin').region).toBe('Europa')
  expect(zoneOf('America/Argentina/Ushuaia').region).toBe('Ameryka, Argentina')
  expect(zoneOf('Atlantic/Azores').region).toBe('')
  for (const query of ['europa', 'europe', 'Europe/Berlin']) {
    expect(zonesLike([zoneOf('Europe/Berlin'), zoneOf('Asia/Yerevan')], query).map(({ city }) => city)).toEqual([
      'Berlin',
    ])
  }
  await useLanguage('en')
})

test('the search ignores case and accents', () => {
  expect(names('new york')).toEqual(['America/New_York'])
  expect(names('são')).toEqual(['America/Sao_Paulo'])
  expect(names('Europe/Ber')).toEqual(['Europe/Berlin'])
  expect(names('arg ush')).toEqual(['America/Argentina/Ushuaia'])
  expect(names('atlantis')).toEqual([])
})

test('cities that begin with the query come first', () => {
  expect(names('er')).toEqual(
    [
      'Europe/Berlin',
      'America/New_York',
      'America/Argentina/Ushuaia',
      'America/North_Dakota/New_Salem',
      'America/Sao_Paulo',
      'Asia/Yerevan',
    ].filter((name) => /er/i.test(name)),
  )
  expect(names('ye')[0]).toBe('Asia/Yerevan')
})

test('an additional zone is added to the browser’s list', () => {
  expect(allZones('Mars/Olympus').some((zone) => zone.name === 'Mars/Olympus')).toBe(true)
})

test('the first weekday depends on the region', () => {
  expect(ownWeekStart('en-US')).toBe(0)
  expect(ownWeekStart('de-DE')).toBe(1)
  expect(ownWeekStart('ar-EG')).toBe(6)
})
