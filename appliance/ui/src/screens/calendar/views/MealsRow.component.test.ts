import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mealsBetween } from '$lib/api/meals'
import { settings } from '$lib/api/settings'
import { session } from '$lib/http/session.svelte'
import { show } from '../../../component.testing'
import { DAYS } from '../layout/weeks.testing'
import FamilyWeek from './FamilyWeek.svelte'

const LONG = 'Vegetable curry with chickpeas, coconut milk and basmati rice'
const meal = (id: string, at: number, title: string, slot = 'dinner') => ({ id, date: DAYS[at], title, slot })
/** Without the places at which words may be hyphenated. */
const shownText = (node: Element) => node.textContent.trim().replaceAll('\u00ad', '')
let answers: Record<string, unknown>

beforeEach(() => {
  vi.stubGlobal('fetch', (to: RequestInfo | URL) => {
    const url = new URL(to instanceof Request ? to.url : String(to), location.href)
    return Promise.resolve(Response.json(answers[url.pathname] ?? {}))
  })
  session.signIn('mtl_test')
})

afterEach(() => {
  void session.signOut()
  vi.unstubAllGlobals()
})

async function row(meals: unknown[], mealSlots: string[], width = 900) {
  answers = { '/api/meals': meals, '/api/settings': { mealSlots } }
  await settings.refresh()
  await mealsBetween(DAYS[0]!, DAYS.at(-1)!).refresh()
  const week = { days: DAYS, today: DAYS[3]!, placed: [], people: [], onday: vi.fn(), onopen: vi.fn() }
  show(FamilyWeek, week, { width, height: 700 })
  return page.getByRole('region', { name: 'Meals' })
}

test('each day says what there is for dinner, and leads to its plan', async () => {
  const meals = [meal('a', 0, 'Soup'), meal('b', 3, 'Pizza'), meal('c', 3, 'Salad'), meal('d', 5, 'Toast', 'breakfast')]
  const shown = await row(meals, ['breakfast', 'dinner'])
  const days = shown.getByRole('link').elements()
  expect(days.map((day) => shownText(day))).toEqual(['Soup', '', '', 'PizzaSalad', '', '', ''])
  expect(days[3]!.getAttribute('aria-label')).toMatch(/, Pizza, Salad$/)
  expect(days[3]!.getAttribute('href')).toContain(DAYS[3])
})

test('a family that plans no dinner sees what it plans', async () => {
  const shown = await row([meal('a', 0, 'Soup'), meal('d', 5, 'Toast', 'lunch')], ['lunch'])
  expect(shown.element().textContent).toContain('Toast')
  expect(shown.element().textContent).not.toContain('Soup')
})

test('a week without meals has no row', async () => {
  const shown = await row([meal('d', 5, 'Toast', 'breakfast')], ['dinner'])
  expect(shown.elements()).toEqual([])
})

test.each([560, 900, 1300])('a long title is whole in its day, %i px wide', async (width) => {
  const shown = await row([meal('a', 2, LONG)], ['dinner'], width)
  const [day, title] = ['a:nth-of-type(3)', 'span[dir]'].map((each) => shown.element().querySelector(each)!)
  expect(shownText(title!)).toBe(LONG)
  expect(title!.scrollWidth).toBeLessThanOrEqual(title!.clientWidth || Infinity)
  const [inner, outer] = [title!.getBoundingClientRect(), day!.getBoundingClientRect()]
  for (const [less, more] of [
    [outer.top, inner.top],
    [inner.bottom, outer.bottom],
    [outer.left, inner.left],
    [inner.right, outer.right],
  ])
    expect(less).toBeLessThanOrEqual(more! + 1)
})
