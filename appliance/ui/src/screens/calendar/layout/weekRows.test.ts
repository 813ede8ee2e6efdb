import { describe, expect, test } from 'vitest'
import type { Meal } from '$lib/api/types'
import type { CardText } from './cards'
import { dinnersHeight, dinnersOf } from './dinners'
import { layOutMonthWeek } from './monthWeek'
import { placeEvents, type Placed } from './placed'
import { monthMetrics, weekMetrics } from './weekMetrics'
import { DAYS, event, people, weekOf, ZONE } from './weeks.testing'
import { lanesAbove, layOutWeek, PLAIN, rowsByPerson, rowTogether, type Fitting, type WeekRow } from './weekRows'

/** Width and height of the rows on each screen, with the text of a wall or not, and the size of a rem. */
const SIZES = {
  '1920x1080': { width: 1306, height: 920, short: 1080, rem: 18, wall: true },
  '1280x800': { width: 1133, height: 622, short: 800, rem: 16.5, wall: true },
  '800x1280': { width: 658, height: 1040, short: 800, rem: 16, wall: true },
  '820x1180': { width: 680, height: 960, short: 820, rem: 16, wall: false },
  '390x844': { width: 374, height: 640, short: 390, rem: 16, wall: false },
}
/** About the width of Latin text in em. */
const ems = (text: string) => text.length * 0.54
const textOf = ({ event: { title, location }, bar }: Placed): CardText => ({
  title,
  emoji: '⚽',
  time: bar ? '' : '16:15',
  place: location ?? '',
  faces: 0,
})

function laidOut(rows: readonly WeekRow[], size: keyof typeof SIZES, large = 1) {
  const view = { ...SIZES[size], names: rows.length > 1 ? 130 : 0, days: 7, title: ems, detail: ems }
  const metricsOf = (fitting: Fitting) => weekMetrics({ ...view, rem: view.rem * large, ...fitting })
  const laid = layOutWeek(rows, view.height, metricsOf, textOf)
  return { laid, metrics: metricsOf(laid.fitting), height: view.height }
}

describe.each(Object.keys(SIZES) as (keyof typeof SIZES)[])('random weeks at %s', (size) => {
  test.each([1, 2])('hide nothing while space is free, with text of %i times the size', (large) => {
    let hiding = 0
    for (let seed = 1; seed <= 25; seed += 1) {
      const { household, placed } = weekOf(seed)
      for (const rows of [rowsByPerson(placed, household, DAYS), [rowTogether(placed, DAYS)]]) {
        const { laid, metrics, height } = laidOut(rows, size, large)
        const used = laid.rows.reduce((all, row) => all + row.height, 0)
        const leastForm = metrics.line + metrics.padding + metrics.gap
        let hidden = 0
        rows.forEach((row, at) => {
          const fitted = laid.rows[at]!
          fitted.cells.forEach(({ cards, hidden: left }, column) => {
            hidden += left.length
            // Every event is there or counted, none is outside of its row, and a full cell hides.
            expect(cards.length + left.length).toBe(row.days[column]!.length)
            const above =
              metrics.around + (row.routine.length ? metrics.routine : 0) + lanesAbove(row, column) * metrics.lane
            const mark = left.length ? metrics.more + metrics.gap : 0
            const content = above + mark + cards.reduce((all, { form }) => all + form.height + metrics.gap, 0)
            expect(content).toBeLessThanOrEqual(fitted.height + 0.1)
            if (left.length)
              expect(fitted.height - content).toBeLessThan(
                Math.min(...left.map((one) => one.forms[0]!.height)) + metrics.gap,
              )
          })
        })
        if (laid.scrolls) expect(hidden).toBe(0)
        else expect(used).toBeLessThanOrEqual(height + 0.1)
        if (hidden && !laid.scrolls) {
          hiding += 1
          // The rows take all of the view: no row could be higher by one more card, and none is higher than it needs.
          expect(height - used).toBeLessThan(leastForm)
          expect(laid.fitting.dense).toBe(true)
          laid.rows.forEach(({ cells, height: own }, at) => {
            const full = cells.map(({ cards, hidden: left }, column) => {
              const row = rows[at]!
              const above =
                metrics.around + (row.routine.length ? metrics.routine : 0) + lanesAbove(row, column) * metrics.lane
              const least = cards.reduce((all, { card }) => all + card.forms[0]!.height + metrics.gap, 0)
              return above + least + (left.length ? metrics.more + metrics.gap : 0)
            })
            expect(own - Math.max(metrics.least, ...full)).toBeLessThan(2 * leastForm)
          })
        }
      }
    }
    // The property says something about weeks that are too full.
    if (size !== '390x844') expect(hiding).toBeGreaterThan(0)
  })
})

test('a household of four with twenty events gets larger text, and nothing is cut', () => {
  const household = people(4)
  const events = Array.from({ length: 20 }, (_, at) =>
    event({ title: 'Swimming', day: at % 7, minutes: 900, who: [`m${at % 4}`] }, `e${at}`),
  )
  const rows = rowsByPerson(placeEvents(events, ZONE, { members: household, categories: [] }), household, DAYS)
  const { laid } = laidOut(rows, '1920x1080')
  expect(laid.fitting.scale).toBeGreaterThan(1)
  for (const { cells } of laid.rows)
    for (const { cards } of cells) for (const { card, form } of cards) expect(form).toEqual(card.forms.at(-1))
})

test('long dinners are whole in a calm week, and leave a full one its room', () => {
  const [household, word] = [people(7), 'Kartoffelgemüsegratin ']
  const view = { ...SIZES['1280x800'], names: 130, days: 7, title: ems, detail: ems }
  const metricsOf = (fitting: Fitting) => weekMetrics({ ...view, ...fitting })
  const metrics = { ...metricsOf(PLAIN), least: 56 }
  const dinners = dinnersOf(
    DAYS.map((_, day) => (day ? [] : [{ id: 'a', title: word.repeat(3) } as Meal])),
    metrics,
  )
  const heightOf = (lines: number) => dinnersHeight(dinners, lines, metrics)
  const laidOutWith = (count: number) => {
    const events = Array.from({ length: count }, (_, at) =>
      event({ title: 'Swimming', day: at % 7, minutes: 900 + at, who: [`m${at % 7}`] }, `e${at}`),
    )
    const rows = rowsByPerson(placeEvents(events, ZONE, { members: household, categories: [] }), household, DAYS)
    return layOutWeek(rows, view.height, metricsOf, textOf, heightOf)
  }
  expect(laidOutWith(1).dinnerLines).toBeGreaterThan(dinners[0]![0]!.lines)
  const full = laidOutWith(70)
  expect(full.dinnerLines).toBe(2)
  const used = full.rows.reduce((all, row) => all + row.height, 0)
  expect(used + heightOf(full.dinnerLines)).toBeLessThanOrEqual(view.height + 0.1)
})

test('an event of everybody or of nobody stands once, in the row of the family', () => {
  const household = people(3)
  const [all, two, nobody] = [['m0', 'm1', 'm2'], ['m0', 'm1'], []].map((who, at) =>
    event({ title: `e${at}`, day: 0, minutes: 600 + at, who }, `e${at}`),
  )
  const rows = rowsByPerson(
    placeEvents([all!, two!, nobody!], ZONE, { members: household, categories: [] }),
    household,
    DAYS,
  )
  expect(rows.map(({ key, days }) => [key, days[0]!.map((one) => one.event.id)])).toEqual([
    ['family', ['e0', 'e2']],
    ['m0', ['e1']],
    ['m1', ['e1']],
    ['m2', []],
  ])
})

test('what does not fit is what repeats, and of that the earliest: the evening stays', () => {
  const events = Array.from({ length: 30 }, (_, at) =>
    event(
      { title: 'Swimming', day: 0, minutes: 480 + at * 20, who: [], rrule: at % 2 ? 'FREQ=WEEKLY' : undefined },
      `e${at}`,
    ),
  )
  const row = rowTogether(placeEvents(events, ZONE, { members: people(2), categories: [] }), DAYS)
  const { laid } = laidOut([row], '1280x800')
  const { cards, hidden } = laid.rows[0]!.cells[0]!
  expect(hidden.every(({ of }) => of.event.rrule !== null)).toBe(true)
  expect(hidden.length).toBeGreaterThan(0)
  expect(cards.at(-1)!.card.of.event.id).toBe('e29')
})

test('of rows that could hide as many events, one hides its morning, and the other keeps its evening', () => {
  const made = [600, 605, 1140, 1200].map((minutes, at) =>
    event({ title: 'Swimming', day: 0, minutes, who: [at < 2 ? 'm0' : 'm1'] }, `e${at}`),
  )
  const household = people(2)
  const rows = rowsByPerson(placeEvents(made, ZONE, { members: household, categories: [] }), household, DAYS)
  const view = { ...SIZES['1280x800'], names: 130, days: 7, title: ems, detail: ems }
  const metricsOf = (fitting: Fitting) => weekMetrics({ ...view, ...fitting })
  const card = metricsOf({ scale: 1, dense: true })
  const height = card.least + 2 * card.around + 4 * (card.line + card.padding + card.gap) - 1
  const [, morning, evening] = layOutWeek(rows, height, metricsOf, textOf).rows
  expect(morning!.cells[0]!.hidden).not.toEqual([])
  expect(evening!.cells[0]!.hidden).toEqual([])
})

describe('a week of the month', () => {
  const metrics = monthMetrics({ ...SIZES['1280x800'], weeks: 5, title: ems, detail: ems })

  test('hides nothing while there is room for a line', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const { placed } = weekOf(seed)
      const { bars, hidden } = layOutMonthWeek(placed, DAYS, metrics, textOf)
      DAYS.forEach((_, column) => {
        const own = bars.filter((bar) => bar.column <= column && column < bar.column + bar.columns)
        const end = Math.max(metrics.head, ...own.map((bar) => bar.top + bar.height + metrics.gap))
        expect(end).toBeLessThanOrEqual(metrics.height + metrics.gap)
        if (hidden[column]) expect(metrics.height - end).toBeLessThan(metrics.line + metrics.padding + metrics.gap)
      })
    }
  })

  test.each([
    [30, 'Soccer practice', false],
    [30, 'Vet', true],
    [20, 'Soccer practice', true],
  ])('at %i px the time beside %s is shown: %s', (font, title, timed) => {
    const width = (text: string) => ems(text) * font
    const events = Array.from({ length: 9 }, (_, at) => event({ title, day: 1, minutes: 600 + at, who: [] }, `e${at}`))
    const placed = placeEvents(events, ZONE, { members: [], categories: [] })
    const { bars } = layOutMonthWeek(placed, DAYS, { ...metrics, width: 180, title: width, detail: width }, textOf)
    expect(new Set(bars.map((bar) => bar.timed))).toEqual(new Set([timed]))
  })

  test('counts what it hides, and folds what is routine', () => {
    const school = DAYS.slice(0, 5).map((day) => ({
      ...event({ title: 'School', day: DAYS.indexOf(day), minutes: 480, who: [], rrule: 'FREQ=DAILY' }, 'school'),
      occurrenceStart: `${day}T08:00:00.000Z`,
    }))
    const others = Array.from({ length: 9 }, (_, at) =>
      event({ title: 'Vet', day: 1, minutes: 600 + at, who: [] }, `e${at}`),
    )
    const placed = placeEvents([...school, ...others], ZONE, { members: [], categories: [] })
    const { bars, hidden, routine } = layOutMonthWeek(placed, DAYS, metrics, textOf)
    expect(routine.map((one) => one.length)).toEqual([1, 1, 1, 1, 1, 0, 0])
    expect(bars.length + hidden[1]!).toBe(9)
    expect(bars.length).toBeGreaterThan(1)
  })
})
