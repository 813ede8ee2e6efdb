import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { board as source } from '$lib/api/board'
import { settings } from '$lib/api/settings'
import type { Board as BoardData, BoardChore, BoardEvent, BoardMember, Settings } from '$lib/api/types'
import { device } from '$lib/device/device.svelte'
import { language } from '$lib/i18n/language.svelte'
import type { Messages } from '$lib/i18n/messages'
import { session } from '$lib/http/session.svelte'
import { clock } from '$lib/time/clock.svelte'
import { todayIn } from '$lib/time/dates'
import { show } from '../../component.testing'
import Board from './Board.svelte'
import { random } from './layout/random.testing'

const messages = import.meta.glob<Messages>('../../messages/*/core.json', { eager: true, import: 'default' })
const LANGUAGES = ['en', 'de', 'fr', 'it', 'es', 'nl', 'pl']
/** The screen, and what of it the board has. A phone has a list of the day instead, which scrolls. */
const SIZES = {
  '1920x1080': { screen: [1920, 1080], width: 1808, height: 1080 },
  '1280x800': { screen: [1280, 800], width: 1159, height: 800 },
  '800x1280': { screen: [800, 1280], width: 800, height: 1192 },
  '820x1180': { screen: [820, 1180], width: 820, height: 1100 },
} as const
const HOUR = 3_600_000
const NAMES = ['Ana', 'Benjamin', 'Ida', 'Jonas', 'Maximiliane', 'Opa', 'Lilly', 'Theodor']
const EVENTS = ['Dentist', 'Soccer practice', 'Parents’ evening at the elementary school', 'Choir', 'Zahnarzttermin']
const CHORES = ['Feed the cat', 'Empty the dishwasher', 'Homework', 'Take the paper and the glass to the containers']

beforeEach(() => {
  device.wall = true
  session.signIn('mtl_test')
})

afterEach(async () => {
  await speak('en')
  vi.unstubAllGlobals()
  device.wall = false
  device.textSize = 1
  await session.signOut()
  await page.viewport(1280, 800)
})

/** A household whose people have up to six events and nine chores. */
function household(seed: number, people: number): BoardData {
  const next = random(seed)
  const upTo = (most: number) => Math.floor(next() * (most + 1))
  const date = todayIn('UTC', clock.now)
  const event = (title: string, hours: number, memberIds: string[]): BoardEvent => ({
    id: `${title} ${hours} ${memberIds.join()}`,
    title,
    date,
    start: new Date(clock.now + hours * HOUR).toISOString(),
    end: new Date(clock.now + (hours + 1) * HOUR).toISOString(),
    allDay: next() < 0.1,
    memberIds,
    location: next() < 0.5 ? 'Town hall' : null,
    leaveAt: null,
    emoji: null,
    color: '#888888',
  } as unknown as BoardEvent) // prettier-ignore
  const chore = (title: string, at: number, memberId: string | null): BoardChore => ({
    id: `${memberId} ${at}`,
    title,
    memberId,
    memberIds: [],
    emoji: '🧹',
    points: 5,
    openItems: 0,
    stepsDone: 0,
    stepsTotal: 0,
    dayParts: [],
    dayPart: null,
    completed: next() < 0.25,
  } as unknown as BoardChore) // prettier-ignore
  const one = <T>(of: readonly T[]) => of[upTo(of.length - 1)]!
  const events: BoardEvent[] = []
  const chores: BoardChore[] = []
  const coming: BoardEvent[] = []
  const members = NAMES.slice(0, people).map((name, at): BoardMember => {
    for (let left = upTo(6); left; left -= 1) events.push(event(one(EVENTS), left - 0.5, [name]))
    for (let left = upTo(9); left; left -= 1) chores.push(chore(one(CHORES), left, name))
    for (let left = upTo(4); left; left -= 1) coming.push(event(one(EVENTS), 24 * left, [name]))
    const own = chores.filter(({ memberId }) => memberId === name)
    const progress = { total: own.length, done: own.filter(({ completed }) => completed).length }
    const rest = { photoId: null, avatar: '🦊', balance: 0, pointsWeek: 0, pointsToday: 0, streak: upTo(5) }
    return { id: name, name, color: `hsl(${at * 45} 50% 45%)`, chores: progress, ...rest }
  })
  const none = { birthdays: [], countdowns: [], goals: [], items: [], lists: [], meals: [], notes: [], weather: null }
  return {
    ...none,
    date,
    lastDay: date,
    events: [...events, event('Dinner at Granny’s', 3, [])],
    chores,
    coming,
    members,
    familyGoal: null,
    layouts: { landscape: null, portrait: null },
    leftOut: { chores: 0, coming: 0, events: 0, items: 0, lists: 0, notes: 0 },
    shopping: { listId: null, openCount: 0 },
  } as unknown as BoardData
}

async function speak(tag: string): Promise<void> {
  vi.stubGlobal('fetch', (address: string) => {
    const own = Object.entries(messages).find(([name]) => address.includes(`/${name.split('/').at(-2)}-`))!
    return Promise.resolve(new Response(JSON.stringify(own[1])))
  })
  await language.load(tag)
}

async function draw(size: keyof typeof SIZES, data: BoardData, textSize: number, tag: string): Promise<HTMLElement> {
  const { screen, width, height } = SIZES[size]
  await speak(tag)
  await page.viewport(screen[0], screen[1])
  device.textSize = textSize
  const answers: Record<string, unknown> = {
    '/api/board': data,
    '/api/settings': { timezone: 'UTC', pointsView: 'each', eventColors: 'people' } as unknown as Settings,
  }
  vi.stubGlobal('fetch', (address: string | URL) =>
    Promise.resolve(new Response(JSON.stringify(answers[new URL(String(address), location.href).pathname] ?? {}))),
  )
  await settings.refresh()
  await source.refresh()
  await document.fonts.ready
  show(Board, {}, { width, height })
  const drawn = [...document.querySelectorAll<HTMLElement>('.board')].at(-1)!
  drawn.style.flex = '1'
  await settled(drawn)
  return drawn
}

/** Lists measure themselves when their boxes change, which changes other boxes. */
async function settled(of: HTMLElement): Promise<void> {
  let before = ''
  for (;;) {
    for (let frames = 0; frames < 3; frames += 1) await new Promise((done) => requestAnimationFrame(done))
    const now = [...of.querySelectorAll('li, .more')]
      .map((one) => one.className + one.getBoundingClientRect().top)
      .join()
    if (now && now === before) return
    before = now
  }
}

const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true }) && one.clientHeight > 0
const bottomOf = (of: readonly Element[]) =>
  Math.max(-Infinity, ...of.filter(isShown).map((one) => one.getBoundingClientRect().bottom))

/** What is wrong with a person's card. */
function faults(card: HTMLElement): string[] {
  const found: string[] = []
  const box = card.getBoundingClientRect()
  const end = box.bottom - parseFloat(getComputedStyle(card).paddingBottom)
  if (card.scrollHeight > card.clientHeight + 2) found.push('cut')
  const content = [...card.querySelectorAll('li, .more, .goal, .free')]
  for (const one of content)
    if (isShown(one) && one.getBoundingClientRect().bottom > box.bottom + 1)
      found.push(`leaves the card: ${one.textContent}`)
  const parts = [...card.querySelectorAll('.part')].filter((part) => part.getClientRects().length)
  const beside = parts.length > 1 && parts[0]!.getBoundingClientRect().top === parts[1]!.getBoundingClientRect().top
  for (const part of parts) {
    const hidden = [...part.querySelectorAll('li')].filter((row) => !isShown(row))
    if (!hidden.length) continue
    const own = [...part.querySelectorAll('li, .more')]
    const footer = [...part.querySelectorAll('.fit > .more')].find(isShown)
    const free = end - bottomOf(content) + (beside ? bottomOf(parts.flatMap((one) => [...one.querySelectorAll('li, .more')])) - bottomOf(own) : 0) // prettier-ignore
    const needed = hidden[0]!.offsetHeight - (hidden.length === 1 && footer ? footer.clientHeight : 0)
    if (needed < free) found.push(`${hidden[0]!.textContent.trim()} is hidden: needs ${needed} of ${Math.round(free)}`)
    const facts = card.querySelector('.facts')?.getBoundingClientRect()
    const inFacts = (name: string) => {
      const own = card.querySelector(name)?.getBoundingClientRect()
      return own && facts && own.bottom <= facts.bottom + 2 && own.right <= facts.right + 1
    }
    if (!footer && !inFacts(part.matches('.chores') ? '.count' : '.uncounted'))
      found.push(`${hidden.length} rows are hidden and not counted`)
  }
  return found.map((fault) => `${card.ariaLabel}: ${fault}`)
}

/** What is wrong with a widget: rows that are hidden while there is room, or not counted; and the word of "Add". */
function widgetFaults(place: HTMLElement): string[] {
  const found: string[] = []
  for (const button of place.querySelectorAll<HTMLElement>('.add .large')) {
    const [own, word] = [button, button.querySelector('span')!].map((one) => one.getBoundingClientRect()) as [
      DOMRect,
      DOMRect,
    ]
    if (word.left < own.left || word.right > own.right || word.bottom > own.bottom)
      found.push(
        `${button.textContent} leaves its button of ${Math.round(own.width)} by ${Math.round(word.width - own.width)}`,
      )
    const widget = place.getBoundingClientRect()
    for (const one of place.querySelectorAll('.add button')) {
      const box = one.getBoundingClientRect()
      if (box.left < widget.left - 1 || box.right > widget.right + 1)
        found.push(`a button leaves ${Math.round(widget.width)}`)
    }
  }
  const card = place.querySelector<HTMLElement>('section:has(> .fit)')
  if (!card) return found
  const end = card.getBoundingClientRect().bottom - parseFloat(getComputedStyle(card).paddingBottom)
  const rows = [...card.querySelectorAll('li, .fit > .more')]
  const hidden = [...card.querySelectorAll<HTMLElement>('li')].filter((row) => !isShown(row))
  if (!hidden.length) return found
  const footer = [...card.querySelectorAll('.fit > .more')].find(isShown)
  const free = end - bottomOf(rows)
  const needed = hidden[0]!.offsetHeight - (hidden.length === 1 && footer ? footer.clientHeight : 0)
  if (needed < free) found.push(`${hidden[0]!.textContent.trim()} is hidden: needs ${needed} of ${Math.round(free)}`)
  if (!footer && !card.querySelector('.head b')) found.push(`${hidden.length} rows are hidden and not counted`)
  return found.map((fault) => `${card.querySelector('h2')!.textContent}: ${fault}`)
}

const cases = (Object.keys(SIZES) as (keyof typeof SIZES)[]).flatMap((size) => [1, 1.25, 1.5, 2].map((text) => ({ size, text }))) // prettier-ignore

test.each(cases)('no row is hidden while there is room for it: $size, text of $text', async ({ size, text }) => {
  const found: string[] = []
  for (let people = 1; people <= 8; people += 1)
    for (const seed of [people, people + 20]) {
      // In German, which has the longest words, and in each of the others.
      const tag = seed === people ? 'de' : LANGUAGES[people % LANGUAGES.length]!
      const drawn = await draw(size, household(seed, people), text, tag)
      const day = drawn.querySelector<HTMLElement>('.day')!
      const cards = [...drawn.querySelectorAll<HTMLElement>('article')]
      expect(cards).toHaveLength(people)
      const of = `${tag}, ${people} people of seed ${seed}, ${day.classList.contains('small') ? 'scrolls' : 'whole'}: `
      const places = [...drawn.querySelectorAll<HTMLElement>('.place')]
      found.push(...[...cards.flatMap(faults), ...places.flatMap(widgetFaults)].map((fault) => of + fault))
      drawn.parentElement!.remove()
    }
  expect(found).toEqual([])
})
