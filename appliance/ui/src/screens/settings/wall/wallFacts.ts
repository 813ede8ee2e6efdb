import type { Report, Wall } from '$lib/api/wall'
import { formatInstant, formatNumber } from '$lib/time/formats'
import { t, type TextKey } from '$lib/i18n/translate'

/** How something is: well, worth a look, or wrong. */
export type Mark = 'good' | 'look' | 'wrong'

export interface Fact {
  name: TextKey
  mark: Mark
  words: string
  /** What to do, or what it means. */
  hint?: string
}

const GB = 1_000_000_000
const ROOM = 0.2 * GB
const LITTLE_ROOM = GB
const LITTLE_MEMORY = 0.1 * GB
const WARM = 70
const HOT = 80
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Reports come every ten seconds. */
const QUIET_MS = 45_000
const APART_MS = 120_000
const OLD_SYNC_MS = 6 * HOUR_MS
/** A browser that is started afresh for these is as it should be. */
const WANTED = ['recycle', 'asked']
const WHY = ['silent', 'exited', 'crashed', 'memory', 'recycle', 'asked']
const ORDER: Mark[] = ['good', 'look', 'wrong']

/** Everything that is known of the wall, the screen first; `now` in milliseconds since the epoch. */
export function facts(wall: Wall, now: number, zone: string): Fact[] {
  const report = wall.report && wall.attached ? wall.report : null
  const found = [
    wall.since && pageOf(wall, now, zone),
    report?.screen && screenOf(report.screen),
    report?.restarts && restartsOf(report.restarts, report.kioskSince, now, zone),
    report?.uptimeSeconds && { name: 'wallSettings.uptime', mark: 'good', words: lasting(report.uptimeSeconds) },
    report?.temperature != null && temperatureOf(report.temperature),
    report?.memory && memoryOf(report.memory),
    diskOf(wall.machine.disk),
    clockOf(wall.machine, now, zone),
    syncOf(wall.machine.lastSync, now, zone),
    report?.wifi && networkOf(report.wifi),
  ]
  return found.filter((fact): fact is Fact => !!fact)
}

/** The worst of them. */
export function overall(all: Fact[]): Mark {
  return ORDER[Math.max(0, ...all.map(({ mark }) => ORDER.indexOf(mark)))]!
}

/** When something was, as short as it can be told. */
export function when(instant: string, now: number, zone: string): string {
  const past = now - Date.parse(instant)
  if (past < 90_000) return t('wallSettings.now')
  if (past < HOUR_MS) return t('wallSettings.minutes', { count: Math.round(past / 60_000) })
  const time = { hour: 'numeric', minute: '2-digit' } as const
  return formatInstant(
    instant,
    zone,
    past < 6 * DAY_MS ? { weekday: 'short', ...time } : { day: 'numeric', month: 'short', ...time },
  )
}

/** A length of time in its two largest units. */
export function lasting(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const parts = [
    ['day', Math.floor(minutes / 1440)],
    ['hour', Math.floor(minutes / 60) % 24],
    ['minute', minutes % 60],
  ] as const
  const first = parts.findIndex(([, count]) => count > 0)
  return first < 0
    ? unit(0, 'minute')
    : parts
        .slice(first, first + 2)
        .filter(([, count]) => count > 0)
        .map(([name, count]) => unit(count, name))
        .join(' ')
}

function unit(value: number, name: string): string {
  return new Intl.NumberFormat(globalThis.navigator?.language, {
    style: 'unit',
    unit: name,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(value)
}

/** Room in the unit that suits it. */
export function room(bytes: number): string {
  const [value, name] = bytes < GB ? [bytes / 1e6, 'megabyte'] : [bytes / GB, 'gigabyte']
  return new Intl.NumberFormat(globalThis.navigator?.language, {
    style: 'unit',
    unit: name,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}

function pageOf({ attached, since, report, reportedAt }: Wall, now: number, zone: string): Fact {
  const name = 'wallSettings.page'
  if (!attached)
    return {
      name,
      mark: 'wrong',
      words: t('wallSettings.gone', { when: when(since!, now, zone) }),
      hint: t('wallSettings.goneHint'),
    }
  if (!report || !reportedAt) return { name, mark: 'look', words: t('wallSettings.starting') }
  if (now - Date.parse(reportedAt) > QUIET_MS)
    return { name, mark: 'wrong', words: t('wallSettings.quiet', { when: when(reportedAt, now, zone) }) }
  if (report.page === 'silent')
    return { name, mark: 'wrong', words: t('wallSettings.silent'), hint: t('wallSettings.silentHint') }
  if (report.page !== 'ok') return { name, mark: 'look', words: t(`wallSettings.${report.page}`) }
  return {
    name,
    mark: 'good',
    words: t('wallSettings.shown'),
    hint: report.heartbeat ? t('wallSettings.beat', { when: when(report.heartbeat, now, zone) }) : undefined,
  }
}

function screenOf(screen: NonNullable<Report['screen']>): Fact {
  const size =
    screen.width && screen.height ? t('wallSettings.size', { width: screen.width, height: screen.height }) : undefined
  const words = t(`wallSettings.power.${screen.power}`)
  return screen.trouble
    ? { name: 'wallSettings.screen', mark: 'look', words, hint: screen.trouble }
    : { name: 'wallSettings.screen', mark: 'good', words, hint: size }
}

function restartsOf(
  { count, last }: NonNullable<Report['restarts']>,
  since: string | null,
  now: number,
  zone: string,
): Fact {
  const name = 'wallSettings.restarts'
  const words = since
    ? t('wallSettings.restarted', { count, since: when(since, now, zone) })
    : t('wallSettings.restartedEver', { count })
  if (!last) return { name, mark: 'good', words }
  const why = WHY.includes(last.why) ? t(`wallSettings.why.${last.why}` as TextKey) : last.why
  const fresh = now - Date.parse(last.at) < DAY_MS && !WANTED.includes(last.why)
  return {
    name,
    mark: fresh ? 'look' : 'good',
    words,
    hint: t('wallSettings.lastRestart', { when: when(last.at, now, zone), why }),
  }
}

function temperatureOf(degrees: number): Fact {
  const mark = degrees >= HOT ? 'wrong' : degrees >= WARM ? 'look' : 'good'
  const words = t('wallSettings.degrees', { degrees: formatNumber(Math.round(degrees)) })
  return {
    name: 'wallSettings.temperature',
    mark,
    words,
    hint: mark === 'good' ? undefined : t(`wallSettings.${mark === 'wrong' ? 'hot' : 'warm'}`),
  }
}

function memoryOf({ total, available, wall }: NonNullable<Report['memory']>): Fact {
  const words = t('wallSettings.free', { free: room(available), total: room(total) })
  if (available < LITTLE_MEMORY)
    return { name: 'wallSettings.memory', mark: 'look', words, hint: t('wallSettings.littleMemory') }
  return {
    name: 'wallSettings.memory',
    mark: 'good',
    words,
    hint: wall ? t('wallSettings.takes', { size: room(wall) }) : undefined,
  }
}

function diskOf({ total, free }: Wall['machine']['disk']): Fact {
  const mark = free < ROOM ? 'wrong' : free < LITTLE_ROOM ? 'look' : 'good'
  return {
    name: 'wallSettings.disk',
    mark,
    words: t('wallSettings.free', { free: room(free), total: room(total) }),
    hint: mark === 'good' ? undefined : t('wallSettings.littleRoom'),
  }
}

/** Where the network has not set it, this device's own clock is what it can be compared with. */
function clockOf({ clock, now: says }: Wall['machine'], now: number, zone: string): Fact {
  const differs = clock === 'unknown' && Math.abs(now - Date.parse(says)) > APART_MS
  const mark = clock === 'wrong' ? 'wrong' : differs ? 'look' : 'good'
  const time = formatInstant(says, zone, { hour: 'numeric', minute: '2-digit' })
  const hint = clock === 'right' ? undefined : t(`wallSettings.clockHint.${differs ? 'differs' : clock}`)
  return { name: 'wallSettings.clock', mark, words: t(`wallSettings.clockIs.${clock}`, { time }), hint }
}

function syncOf({ calendars, at, failing }: Wall['machine']['lastSync'], now: number, zone: string): Fact {
  const name = 'wallSettings.sync'
  if (calendars === 0) return { name, mark: 'good', words: t('wallSettings.noCalendars') }
  const words = at ? t('wallSettings.came', { when: when(at, now, zone) }) : t('wallSettings.neverCame')
  if (failing.length > 0)
    return { name, mark: 'look', words, hint: t('wallSettings.failing', { names: failing.join(', ') }) }
  if (!at || now - Date.parse(at) > OLD_SYNC_MS) return { name, mark: 'look', words, hint: t('wallSettings.late') }
  return { name, mark: 'good', words, hint: t('wallSettings.elsewhere', { count: calendars }) }
}

/** Nothing where the kiosk cannot know: something else looks after that machine's network. */
function networkOf({ managed, connected, wired }: NonNullable<Report['wifi']>): Fact | null {
  const name = 'wallSettings.network'
  if (wired) return { name, mark: 'good', words: t('wallSettings.wired') }
  if (connected) return { name, mark: 'good', words: t('wallSettings.wireless', { name: connected }) }
  if (!managed) return null
  return { name, mark: 'look', words: t('wallSettings.noNetwork'), hint: t('wallSettings.noNetworkHint') }
}
