import { expect, test } from 'vitest'
import { nextEvent } from './nextEvent'

const NOW = Date.parse('2026-11-26T14:00:00Z')
const event = (title: string, start: string, end: string, allDay = false) => ({
  title,
  start: `2026-11-${start}:00Z`,
  end: `2026-11-${end}:00Z`,
  allDay,
})
const trip = event('Trip', '25T08:00', '27T20:00')
const lunch = event('Lunch', '26T13:30', '26T14:30')
const choir = event('Choir', '26T19:00', '26T20:00')
const gone = event('Gone', '26T09:00', '26T10:00')
const feast = event('Feast', '26T00:00', '27T00:00', true)

test('what is on now comes before what is next, and nothing that is over or lasts all day', () => {
  expect(nextEvent([feast, gone, choir, lunch], NOW)).toBe(lunch)
  expect(nextEvent([feast, gone, choir], NOW)).toBe(choir)
  expect(nextEvent([feast, gone], NOW)).toBeUndefined()
})

test('a stay that goes on is named only when nothing else comes', () => {
  expect(nextEvent([trip, choir], NOW)).toBe(choir)
  expect(nextEvent([trip], NOW)).toBe(trip)
})
