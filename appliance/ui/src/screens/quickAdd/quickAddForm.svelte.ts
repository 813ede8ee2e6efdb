import { calendarOf, calendars } from '$lib/api/calendars'
import { members, membersOf } from '$lib/api/members'
import { zone } from '$lib/api/settings'
import { calendarFor, isOpen } from '$lib/calendarFor'
import { language } from '$lib/i18n/language.svelte'
import { resource } from '$lib/http/resource.svelte'
import { loadGrammar } from '$lib/quickAdd/grammar'
import type { TypedItem } from '$lib/quickAdd/items'
import type { MealMention } from '$lib/quickAdd/meals'
import type { Context, Parsed } from '$lib/quickAdd/types'
import { loadLocal, saveLocal } from '$lib/storage/localStorage'
import { clock } from '$lib/time/clock.svelte'
import { type Day, localOf } from '$lib/time/dates'
import { isDayFirst } from '$lib/quickAdd/dayFirst'

/** The lists, without what `lib/api/lists` needs to change them. */
const lists = resource('/api/lists')

/** Days with a name: asked for when the sheet opens. Without them a name is a word of the title. */
const holidays = resource('/api/holidays')

export type Kind = 'event' | 'chore' | 'item'
/** What was understood of a line, part by part. */
export type Part = 'day' | 'time' | 'duration' | 'repeat' | 'who' | 'place'

/** What understands a line: loaded when the sheet opens, so that it opens at once. */
async function loadParser() {
  const [grammar, { parseItems }, { parseLine, splitPlace }, { mealIn }] = await Promise.all([
    loadGrammar(language.tag),
    import('$lib/quickAdd/items'),
    import('$lib/quickAdd/parse'),
    import('$lib/quickAdd/meals'),
  ])
  return { grammar, parseItems, parseLine, splitPlace, mealIn }
}

/** A line that was entered does not wait longer for what understands it. */
const PARSER_MS = 5_000
const CALENDAR = 'calendar.last'
const LIST = 'common.list'
const NOTHING: Parsed = {
  title: '',
  memberIds: [],
  placeId: null,
  location: null,
  day: null,
  moreDays: [],
  last: null,
  start: null,
  duration: null,
  rrule: null,
  doubts: [],
}
/** What is chosen where the words were not understood. */
const ANSWERS = { day: 'day', time: 'start', repeat: 'rrule' } as const

/** One typed line, what was understood, and what the person changed of it. */
export class QuickAddForm {
  kind = $state<Kind>('event')
  text = $state('')
  /** Values chosen by hand; they replace what the line says. */
  chosen = $state<Partial<Omit<Parsed, 'title'>>>({})
  busy = $state(false)
  /** The line names a meal, but stands for an event. */
  noMeal = $state(false)
  /** Items that are on the list already, and are added again instead of merged. */
  separate = $state.raw<readonly string[]>([])
  /** Ends when the line is understood, or after a while without: then it is a title. */
  readonly understood: Promise<unknown>
  readonly #day: Day
  #parser = $state.raw<Awaited<ReturnType<typeof loadParser>>>()

  constructor(kind: Kind, day: Day, listId: string | null) {
    this.kind = kind
    this.#day = day
    if (listId) this.chosen = { placeId: listId }
    const loaded = loadParser().then(
      (parser) => (this.#parser = parser),
      () => undefined, // without a connection
    )
    this.understood = Promise.race([loaded, new Promise((resume) => setTimeout(resume, PARSER_MS))])
  }

  /** Calendars that can be written, or lists that are in use. */
  get places() {
    if (this.kind === 'item') return (lists.value ?? []).filter((list) => !list.archived)
    if (this.kind === 'chore') return []
    return (calendars.value ?? []).filter(isOpen)
  }

  /** Whether the line is a row of things to buy, without days and people. */
  get shopping(): boolean {
    return this.kind === 'item' && lists.value?.find(({ id }) => id === this.placeId)?.kind !== 'todo'
  }

  /** The meal that the line plans instead of an event. */
  get meal(): MealMention | null {
    if (this.kind !== 'event' || this.noMeal || !this.#parser) return null
    return this.#parser.mealIn(this.text, language.tag)
  }

  /** What the line says, without what was chosen by hand. */
  get parsed(): Parsed {
    if (!this.#parser) return { ...NOTHING, title: this.text.trim() }
    const { grammar, parseLine, splitPlace } = this.#parser
    if (!this.shopping) return parseLine(this.meal?.rest ?? this.text, grammar, this.#context)
    const { rest, placeId } = splitPlace(this.text, grammar, this.places)
    return { ...NOTHING, title: rest, placeId }
  }

  /** Words that were not understood leave the title when what they are about is chosen. */
  get value(): Parsed {
    const { parsed, chosen } = this
    const isAnswered = ({ part }: Parsed['doubts'][number]) => ANSWERS[part] in chosen
    const title = parsed.doubts.filter(isAnswered).reduce((left, { text }) => left.replace(text, ''), parsed.title)
    const doubts = parsed.doubts.filter((doubt) => !isAnswered(doubt) && (this.kind !== 'item' || doubt.part === 'day'))
    return { ...parsed, ...chosen, title: title.replace(/\s+/g, ' ').trim(), doubts, placeId: this.placeId }
  }

  get items(): TypedItem[] {
    if (this.kind !== 'item') return []
    return this.shopping && this.#parser
      ? this.#parser.parseItems(this.value.title, this.#parser.grammar.items)
      : this.value.title
        ? [{ title: this.value.title, quantity: null }]
        : []
  }

  /** The calendar or list: chosen, typed, or the usual one. */
  get placeId(): string | null {
    return this.#namedPlace() ?? this.#usualPlace()
  }

  /** Whose an event is: the people of the line, else those of its calendar. Empty for everybody. */
  get people() {
    const { memberIds } = this.value
    const calendar = this.kind === 'event' && calendarOf(this.placeId)
    return membersOf(memberIds.length || !calendar ? memberIds : calendar.memberIds)
  }

  /** The day that is saved. */
  get day(): Day {
    return this.value.day ?? this.#day
  }

  /** Every day on which it is, in order. */
  get days(): Day[] {
    return [this.day, ...this.value.moreDays]
  }

  get ready(): boolean {
    const { title } = this.value
    return title !== '' && (this.kind === 'chore' || this.meal !== null || this.placeId !== null)
  }

  choose(change: Partial<Omit<Parsed, 'title'>>): void {
    this.chosen = { ...this.chosen, ...('day' in change ? { moreDays: [] } : {}), ...change }
  }

  toggleSeparate(itemId: string): void {
    this.separate = this.separate.includes(itemId)
      ? this.separate.filter((id) => id !== itemId)
      : [...this.separate, itemId]
  }

  /** What was chosen belongs to one kind. */
  changeKind(kind: Kind): void {
    this.kind = kind
    this.chosen = {}
    this.noMeal = false
  }

  /** A calendar only where somebody named it: the others follow the people. */
  rememberPlace(): void {
    if (this.kind === 'item') saveLocal(LIST, this.placeId)
    else if (this.kind === 'event' && this.#namedPlace()) saveLocal(CALENDAR, this.placeId)
  }

  #namedPlace(): string | null {
    const { places } = this
    const typed = this.#parser?.splitPlace(this.text, this.#parser.grammar, places).placeId
    return [this.chosen.placeId, typed].find((id) => places.some((one) => one.id === id)) ?? null
  }

  /** The calendar that suits the people; the list used last, or the first, a shopping list before others. */
  #usualPlace(): string | null {
    if (this.kind !== 'item') {
      const memberIds = this.chosen.memberIds ?? this.parsed.memberIds
      return calendarFor(memberIds, members.value ?? [], calendars.value ?? [], loadLocal(CALENDAR))
    }
    const { places } = this
    const used = places.find(({ id }) => id === loadLocal(LIST))
    return (used ?? places.find((one) => one.kind === 'shopping') ?? places[0])?.id ?? null
  }

  get #context(): Context {
    const { date, minutes } = localOf(clock.now, zone())
    return {
      today: date,
      minutes,
      people: members.value ?? [],
      places: this.places,
      holidays: holidays.value?.names ?? [],
      dayFirst: isDayFirst(),
      anchored: this.kind === 'event',
      withoutLocation: this.kind !== 'event' || this.chosen.location === null,
    }
  }
}
