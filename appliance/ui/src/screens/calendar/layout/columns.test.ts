import { describe, expect, test } from 'vitest'
import { hoursOf, layOut, runningBefore, segmentsOf } from './columns'
import { byPerson, mostBeside, personColumnsByDefault, stripOf } from './dayColumns'
import { monthWeeks, pageDate, periodOf } from './period'
import type { Placed } from './placed'

const DAY = '2026-11-23'
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timed = (title: string, start: string, end: string, more: Partial<Placed> = {}) =>
  ({
    key: title,
    event: { title },
    first: DAY,
    last: DAY,
    start: minutes(start),
    end: minutes(end),
    bar: false,
    people: [],
    ...more,
  }) as unknown as Placed
const allDay = (title: string, people: Placed['people']) => timed(title, '00:00', '24:00', { bar: true, people })
const laid = (most: number, ...events: Placed[]) => {
  const { blocks, folds } = layOut(segmentsOf(events, DAY), most)
  return {
    blocks: blocks.map((one) => [one.of.key, one.column, one.depth, one.beside]),
    folds: folds.map((one) => [one.start, one.hidden.map(({ of }) => of.key)]),
  }
}

describe('a column that holds one legible block', () => {
  test('an event half an hour later lies on the one that still runs', () => {
    expect(laid(1, timed('school', '08:00', '13:15'), timed('vet', '08:30', '09:00'))).toEqual({
      blocks: [
        ['school', 0, 0, false],
        ['vet', 0, 1, false],
      ],
      folds: [],
    })
  })

  test('events that would cover a start are folded into one mark', () => {
    const morning = [
      timed('school', '08:00', '13:15'),
      timed('primary', '08:10', '12:20'),
      timed('kindergarten', '08:15', '12:00'),
      timed('vet', '08:30', '09:00'),
      timed('physio', '08:35', '09:00'),
    ]
    expect(laid(1, ...morning)).toEqual({
      blocks: [
        ['school', 0, 0, true],
        ['vet', 0, 1, false],
      ],
      folds: [[490, ['primary', 'kindergarten', 'physio']]],
    })
  })

  test('what follows without overlap is not indented', () => {
    expect(laid(1, timed('a', '08:00', '09:00'), timed('b', '09:00', '10:00')).blocks).toEqual([
      ['a', 0, 0, false],
      ['b', 0, 0, false],
    ])
  })
})

test('with two columns the third event at once is folded', () => {
  const three = [timed('a', '08:00', '10:00'), timed('b', '08:00', '09:00'), timed('c', '08:15', '09:00')]
  expect(laid(2, ...three)).toEqual({
    blocks: [
      ['a', 0, 0, false],
      ['b', 1, 0, true],
    ],
    folds: [[495, ['c']]],
  })
  expect(laid(3, ...three).folds).toEqual([])
})

test('no two visible events begin within half an hour of each other in one column', () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  for (let round = 0; round < 50; round += 1) {
    const events = Array.from({ length: 12 }, (_, at) => {
      const start = 360 + 5 * random(150)
      return timed(`e${at}`, '00:00', '00:00', { start, end: start + 15 + 15 * random(20) })
    })
    const most = 1 + random(3)
    const { blocks, folds } = layOut(segmentsOf(events, DAY), most)
    expect(blocks.length + folds.flatMap((one) => one.hidden).length).toBe(12)
    for (const one of blocks)
      for (const other of blocks)
        if (one !== other && one.column === other.column)
          expect(Math.abs(one.start - other.start)).toBeGreaterThanOrEqual(30)
  }
})

test('the hours begin with the first event and end with the last one, or with the current time', () => {
  const breakfast = timed('breakfast', '07:00', '07:30')
  expect(hoursOf([breakfast, timed('film', '20:00', '21:30')], [DAY])).toEqual({ from: 6, to: 22 })
  expect(hoursOf([breakfast], [DAY])).toEqual({ from: 6, to: 14 })
  expect(hoursOf([breakfast], [DAY], 22 * 60 + 50)).toEqual({ from: 6, to: 24 })
  expect(hoursOf([], [DAY])).toEqual({ from: 7, to: 19 })
})

test('of an event from the evening before the last hour counts', () => {
  const night = timed('night shift', '21:30', '06:00', { first: '2026-11-22' })
  expect(hoursOf([night, timed('breakfast', '07:00', '07:30')], [DAY])).toEqual({ from: 4, to: 12 })
  // It is drawn from there on, and the fold names it.
  expect(segmentsOf([night], DAY, 4 * 60)).toMatchObject([{ start: 240, end: 360 }])
  expect(runningBefore([night, timed('breakfast', '07:00', '07:30')], [DAY], 4)).toEqual([night])
  expect(runningBefore([night], [DAY], 0)).toEqual([])
})

test.each([
  [10.9, 1],
  [13.7, 2],
  [5, 1],
  [60, 8],
])('a column of %f rem holds %i blocks', (width, most) => {
  expect(mostBeside(width)).toBe(most)
})

describe('a column for each person', () => {
  const [ida, theo, nour] = ['ida', 'theo', 'nour'].map((id) => ({ id })) as unknown as Placed['people']
  const people = [ida!, theo!, nour!]

  test('shows an event to all of its people, and the events of nobody in a last column', () => {
    const columns = byPerson(DAY, people, [
      timed('game', '10:00', '11:00', { people: [ida!, theo!] }),
      timed('waste', '07:00', '07:15'),
    ])
    expect(columns.map((one) => [one.key, one.placed.map(({ key }) => key).join()])).toEqual([
      ['ida', 'game'],
      ['theo', 'game'],
      ['nour', ''],
      ['nobody', 'waste'],
    ])
  })

  test('joins the bars of neighbours', () => {
    const columns = byPerson(DAY, people, [allDay('trip', people), allDay('camp', [ida!, nour!])])
    expect(stripOf(columns).map((one) => [one.of.key, one.lane, one.column, one.columns])).toEqual([
      ['trip', 0, 0, 3],
      ['camp', 1, 0, 1],
      ['camp', 1, 2, 1],
    ])
  })

  test.each([
    [true, 7, true, true],
    [true, 8, true, false],
    [true, 5, false, false],
    [true, 1, true, false],
    [false, 4, true, false],
  ])('by default: wall %s, %i people, roomy %s', (wall, count, roomy, expected) => {
    expect(personColumnsByDefault(wall, count, roomy)).toBe(expected)
  })
})

describe('rolling views', () => {
  test('a week begins with the day, a month with its week', () => {
    expect(periodOf('week', '2026-11-25', 1, true)).toEqual({ first: '2026-11-25', last: '2026-12-01' })
    expect(periodOf('month', '2026-11-25', 1, true)).toEqual({ first: '2026-11-23', last: '2026-12-27' })
    expect(monthWeeks('2026-11-25', 0, true)[0]![0]).toBe('2026-11-22')
  })

  test('pages do not overlap', () => {
    expect(pageDate('week', '2026-11-25', 1, true)).toBe('2026-12-02')
    expect(pageDate('month', '2026-11-25', -1, true)).toBe('2026-10-21')
  })
})
