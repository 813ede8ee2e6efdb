import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { device } from '$lib/device/device.svelte'
import { language } from '$lib/i18n/language.svelte'
import type { Messages } from '$lib/i18n/messages'
import { show } from '../../../component.testing'
import { DAYS, weekOf } from '../layout/weeks.testing'
import FamilyWeek from './FamilyWeek.svelte'
import MonthView from './MonthView.svelte'
import WeekAgenda from './WeekAgenda.svelte'

const files = import.meta.glob<Messages>('../../../messages/*/core.json', { eager: true, import: 'default' })
const LANGUAGES = ['en', 'de', 'fr', 'it', 'es', 'nl', 'pl']
/** The screen, and what of it the view has. */
const SIZES: Record<string, { screen: [number, number]; width: number; height: number; wall: boolean }> = {
  '1920x1080': { screen: [1920, 1080], width: 1306, height: 960, wall: true },
  '1280x800': { screen: [1280, 800], width: 1133, height: 680, wall: true },
  '800x1280': { screen: [800, 1280], width: 658, height: 1100, wall: true },
  '820x1180': { screen: [820, 1180], width: 700, height: 1000, wall: false },
  '390x844': { screen: [390, 844], width: 374, height: 640, wall: false },
}

const handlers = () => ({ onday: vi.fn(), onopen: vi.fn() })

async function set(size: string, tag: string, large: boolean) {
  const { screen, width, height, wall } = SIZES[size]!
  await page.viewport(...screen)
  vi.stubGlobal('fetch', (address: string) => {
    const own = Object.entries(files).find(([name]) => address.includes(`/${name.split('/').at(-2)}-`))!
    return Promise.resolve(new Response(JSON.stringify(own[1])))
  })
  await language.load(tag)
  device.wall = wall
  device.textSize = large ? 2 : 1
  await document.fonts.ready
  return { width, height }
}

afterEach(async () => {
  vi.unstubAllGlobals()
  device.wall = false
  device.textSize = 1
  await set('1280x800', 'en', false)
})

/** Two frames: the view is measured, and then drawn. */
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))

/** What is drawn outside of its place: cards outside of their cell or over another, text outside of its card. */
function faults(cards: string, place: string): string[] {
  const found: string[] = []
  const boxes = [...document.querySelectorAll<HTMLElement>(cards)].map((node) => ({
    node,
    box: node.getBoundingClientRect(),
    within: node.closest(place)!,
  }))
  for (const [at, { node, box, within }] of boxes.entries()) {
    const outer = within.getBoundingClientRect()
    if (box.bottom > outer.bottom + 1 || box.left < outer.left - 1 || box.right > outer.right + 1)
      found.push(`outside: ${node.textContent}`)
    for (const text of node.querySelectorAll('strong, .detail > span, small, span[dir]')) {
      const own = text.getBoundingClientRect()
      if (own.height && (own.bottom > box.bottom + 1.5 || own.top < box.top - 1.5))
        found.push(`text: ${node.textContent}`)
    }
    for (const other of boxes.slice(at + 1)) {
      if (other.within !== within) continue
      const [down, across] = [
        Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top),
        Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left),
      ]
      if (down > 1 && across > 1) found.push(`over another: ${node.textContent} and ${other.node.textContent}`)
    }
  }
  return found
}

const hidden = () =>
  [...document.querySelectorAll('.more, [data-more]')]
    .map((node) => Number((node.getAttribute('data-more') ?? node.textContent).replace(/\D/g, '')))
    .reduce((all, one) => all + one, 0)

/** Cells that say how many more there are, and have room for the highest card. weekRows.test.ts knows each one's height. */
function roomBesideHidden(week: HTMLElement): string[] {
  const heights = [...week.querySelectorAll('.cell .card')].map((card) => card.getBoundingClientRect().height)
  return [...week.querySelectorAll('.cell:has(.more)')].flatMap((cell) => {
    const ends = [...cell.querySelectorAll('.card, .more')].map((node) => node.getBoundingClientRect().bottom)
    const free = cell.getBoundingClientRect().bottom - Math.max(...ends)
    return free > Math.max(...heights) + 2 ? [`${free} px are free: ${cell.textContent}`] : []
  })
}

/** A phone draws its weeks as a list. */
const PHONE = '390x844'

const DRAWN_SIZES = Object.keys(SIZES).filter((size) => size !== PHONE)

describe.each(DRAWN_SIZES)('weeks of %s', (size) => {
  const first = 1 + DRAWN_SIZES.indexOf(size) * LANGUAGES.length * 2
  const cases = LANGUAGES.flatMap((tag) => [false, true].map((large) => ({ tag, large }))).map((one, at) => ({
    ...one,
    week: first + at,
  }))

  test.each(cases)('week $week, $tag, large $large: a place for everything', async ({ tag, large, week }) => {
    const box = await set(size, tag, large)
    // The seventh is a full one.
    for (const seed of [week, 7]) {
      const { household, placed } = weekOf(seed)
      for (const people of [household, []]) {
        show(FamilyWeek, { days: DAYS, today: DAYS[3]!, placed, people, ...handlers() }, box)
        await drawn()
        const weeks = [...document.querySelectorAll<HTMLElement>('.week')]
        const own = weeks.at(-1)!
        for (const other of weeks.slice(0, -1)) other.parentElement!.remove()
        expect(own.scrollWidth).toBeLessThanOrEqual(own.clientWidth)
        expect(faults('.cell .card', 'section')).toEqual([])
        expect(roomBesideHidden(own)).toEqual([])
        const cells = [...own.querySelectorAll('.cell')].length
        expect(cells).toBe(7 * (people.length ? people.length + 1 : 1))
        const count = own.querySelectorAll('.card').length + hidden()
        expect(count).toBeGreaterThanOrEqual(placed.length)
        own.parentElement!.remove()
      }
    }
  })

  test.each([5, 11, 17])('months have a place for everything: week %i', async (seed) => {
    const box = await set(size, 'de', seed > 5)
    const { placed } = weekOf(seed)
    show(MonthView, { month: '', weeks: [DAYS], today: DAYS[3]!, placed, ...handlers() }, { ...box, height: 180 })
    await drawn()
    expect(faults('.bars [data-event]', '.week')).toEqual([])
    const long = placed.filter((one) => one.bar && one.last > one.first)
    const short = placed.length - long.length
    expect(document.querySelectorAll('.bars [data-event]').length + hidden()).toBeGreaterThanOrEqual(short)
  })
})

test.each(LANGUAGES)('a week on a phone lists every event, also with text of twice the size: %s', async (tag) => {
  const { width } = await set(PHONE, tag, tag !== 'en')
  const { placed } = weekOf(7)
  show(WeekAgenda, { days: DAYS, today: DAYS[3]!, placed, ...handlers() }, { width })
  await drawn()
  const agenda = document.querySelector<HTMLElement>('.agenda')!
  expect(agenda.scrollWidth).toBeLessThanOrEqual(agenda.clientWidth)
  expect(new Set([...agenda.querySelectorAll<HTMLElement>('[data-event]')].map((one) => one.dataset.event)).size).toBe(
    placed.length,
  )
})
