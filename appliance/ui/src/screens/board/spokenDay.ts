import { localOf } from '$lib/time/dates'
import { formatList } from '$lib/i18n/textList'
import { formatDay, formatMinutes } from '$lib/time/formats'
import { skyText } from '$lib/skyText'
import { t } from '$lib/i18n/translate'
import { planOf, type Row } from './boardDay'
import type { Board } from '$lib/api/types'

const MOST = 5

/** The day as it is read aloud, sentence by sentence: date, birthdays, weather, then each member. `now` in ms. */
export function spokenDay(board: Board, now: number, zone: string): string[] {
  const open = board.chores.filter(({ completed }) => !completed)
  const people = board.members.flatMap(({ id, name, chores }) => {
    const own = open.filter(({ memberId }) => memberId === id).map(({ title }) => title)
    return [
      ...eventsOf(planOf(board, id, now).rows, name, zone),
      ...(own.length ? [t('spoken.chores', { name, count: own.length, chores: listed(own) })] : []),
      ...(chores.total > 0 && chores.done === chores.total ? [t('spoken.allDone', { name })] : []),
    ]
  })
  const anyone = open.filter(({ memberId }) => memberId === null).map(({ title }) => title)
  const rest = [
    ...eventsOf(planOf(board, null, now).rows, t('spoken.everyone'), zone),
    ...(anyone.length ? [t('spoken.anyone', { chores: listed(anyone) })] : []),
  ]
  const day = [...people, ...rest]
  return [
    t('spoken.today', { date: formatDay(board.date, { weekday: 'long', day: 'numeric', month: 'long' }) }),
    ...board.birthdays
      .filter(({ date }) => date === board.date)
      .map(({ name, age }) => (age === null ? t('spoken.birthday', { name }) : t('spoken.turns', { name, age }))),
    ...weatherOf(board),
    ...(day.length ? day : [t('spoken.nothing')]),
  ]
}

function weatherOf({ weather }: Board): string[] {
  const today = weather?.today
  return today ? [t('spoken.weather', { text: skyText(today), low: today.low, high: today.high })] : []
}

function eventsOf(all: Row[], name: string, zone: string): string[] {
  const rows = all
    .filter(({ event }) => !event.declined)
    .sort((a, b) => Number(b.when === 'allDay') - Number(a.when === 'allDay'))
  return rows.length ? [t('spoken.events', { name, events: listed(rows.map((row) => eventText(row, zone))) })] : []
}

function eventText({ event, when }: Row, zone: string): string {
  if (when === 'allDay') return event.title
  if (when === 'now') return t('spoken.now', { title: event.title })
  return t('spoken.at', { title: event.title, time: formatMinutes(localOf(event.start, zone).minutes) })
}

/** The first titles, and how many more there are. */
function listed(titles: string[]): string {
  const more = titles.length - MOST
  const shown = more > 0 ? [...titles.slice(0, MOST), t('spoken.more', { count: more })] : titles
  return formatList(shown)
}
