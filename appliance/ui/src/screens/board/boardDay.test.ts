import { describe, expect, test } from 'vitest'
import { isOfFamily, minutesUntil, planOf, rowSizes } from './boardDay'
import type { Board, BoardEvent } from '$lib/api/types'

const NOW = Date.parse('2026-11-20T15:24:00.000Z')

function event(title: string, from: string, to: string, more: Partial<BoardEvent> = {}): BoardEvent {
  const allDay = from.length === 10
  return {
    id: title,
    occurrenceStart: null,
    date: '2026-11-20',
    title,
    start: allDay ? from : `2026-11-20T${from}:00.000Z`,
    end: allDay ? to : `2026-11-20T${to}:00.000Z`,
    allDay,
    location: null,
    memberIds: ['ida'],
    color: '#888',
    categoryId: null,
    categoryColor: null,
    emoji: null,
    leaveAt: null,
    ...more,
  }
}

const day = [
  event('Trip', '2026-11-20', '2026-11-21'),
  event('Breakfast', '07:00', '08:00'),
  event('Piano', '15:00', '15:45'),
  event('Swimming', '16:00', '17:00'),
  event('Film', '19:00', '20:30'),
]

const members = [{ id: 'ida' }, { id: 'ben' }] as Board['members']
const drawn = (events: BoardEvent[], who: string | null, now = NOW, coming: BoardEvent[] = []) =>
  planOf({ events, coming, members }, who, now).rows.map(({ event: { title }, when }) => `${title} ${when}`)

describe('the plan of a member', () => {
  test('what is on now and next comes first, and what is over is left out', () => {
    expect(drawn(day, 'ida')).toEqual(['Piano now', 'Swimming next', 'Trip allDay', 'Film later'])
    expect(planOf({ events: day, coming: [], members }, 'ida', NOW).over).toBe(1)
  })

  test('an event becomes the running one at its start, and ends at its end', () => {
    const at = (time: string) => drawn(day, 'ida', Date.parse(`2026-11-20T${time}:00.000Z`))
    expect(at('15:59')[0]).toBe('Swimming next')
    expect(at('16:00')[0]).toBe('Swimming now')
    expect(at('17:00')[0]).toBe('Film next')
  })

  test('events that begin together are both next', () => {
    const twins = [event('Soccer', '16:00', '17:00'), event('Choir', '16:00', '18:00')]
    expect(drawn(twins, 'ida')).toEqual(['Soccer next', 'Choir next'])
  })

  test('events without members are for everybody', () => {
    const events = [...day, event('Dinner', '18:00', '19:00', { memberIds: [] })]
    expect(drawn(events, null)).toEqual(['Dinner next'])
    expect(drawn(events, 'ben')).toEqual([])
  })

  test('an event of the whole family stands once: with what is for everybody', () => {
    const film = event('Film', '18:00', '19:00', { memberIds: ['ben', 'ida'] })
    expect(drawn([film], null)).toEqual(['Film next'])
    expect(drawn([film], 'ida')).toEqual([])
    const alone = planOf({ events: [film], coming: [film], members }, 'ida', NOW, false)
    expect([...alone.rows.map((row) => row.event), ...alone.ahead]).toEqual([film, film])
    expect(isOfFamily({ memberIds: ['ida'] }, [{ id: 'ida' }])).toBe(false)
    expect(isOfFamily({ memberIds: ['ida'] }, members)).toBe(false)
  })

  test('what is ahead are the events of the days after today', () => {
    const tomorrow = event('Dentist', '2026-11-21', '2026-11-22', { date: '2026-11-21' })
    const plan = planOf({ events: day, coming: [tomorrow], members }, 'ida', NOW)
    expect(plan.ahead.map(({ title }) => title)).toEqual(['Dentist'])
  })
})

test('minutes are rounded up', () => {
  expect(minutesUntil('2026-11-20T15:25:30.000Z', NOW)).toBe(2)
  expect(minutesUntil('2026-11-20T15:24:00.000Z', NOW)).toBe(0)
})

test('rows of cards are even and filled', () => {
  expect(rowSizes(5, 3)).toEqual([3, 2])
  expect(rowSizes(7, 4)).toEqual([4, 3])
})
