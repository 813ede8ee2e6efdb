import { durationText } from '$lib/time/duration'
import { formatInstant, formatNumber } from '$lib/time/formats'
import { t, type MessageKey } from '$lib/i18n/translate'
import type { Report, Wall } from '$lib/api/types'

/** Status: good, worth checking, or wrong. */
export type Status = 'good' | 'look' | 'wrong'

export interface Fact {
  name: MessageKey
  status: Status
  text: string
  /** Advice or explanation. */
  hint?: string
}

const GB = 1_000_000_000
const CRITICAL_DISK = 0.2 * GB
const LOW_DISK = GB
const LOW_MEMORY = 0.1 * GB
const WARM = 70
const HOT = 80
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Reports arrive every ten seconds. */
const REPORT_TIMEOUT_MS = 45_000
const MAX_CLOCK_DIFFERENCE_MS = 120_000
/** Restarts for these reasons are normal. */
const EXPECTED_RESTARTS = ['recycle', 'asked']
const KNOWN_REASONS = ['silent', 'exited', 'crashed', 'memory', 'recycle', 'asked']
/** Other parts have facts that are always shown. */
const SHOWN_WHEN_DEGRADED = ['database', 'scheduler', 'backup'] as const
const ORDER: Status[] = ['good', 'look', 'wrong']

/** All facts about the wall, the screen first; `now` in milliseconds since the epoch. */
export function facts(wall: Wall, now: number, zone: string): Fact[] {
  const report = wall.report && wall.attached ? wall.report : null
  const found = [
    wall.since && pageOf(wall, now, zone),
    report?.screen && screenOf(report.screen),
    report?.restarts && restartsOf(report.restarts, report.kioskSince, now, zone),
    report?.uptimeSeconds && {
      name: 'wallSettings.uptime',
      status: 'good',
      text: durationText(report.uptimeSeconds / 60, 'long'),
    },
    report?.temperature != null && temperatureOf(report.temperature),
    report?.memory && memoryOf(report.memory),
    diskOf(wall.machine.disk),
    clockOf(wall.machine, now, zone),
    syncOf(wall.machine, now, zone),
    wall.machine.remoteBackup && remoteBackupOf(wall.machine.remoteBackup, now, zone),
    ...SHOWN_WHEN_DEGRADED.filter((part) => wall.machine.degraded.includes(part)).map(degradedOf),
    report?.wifi && networkOf(report.wifi),
  ]
  return found.filter((fact): fact is Fact => !!fact)
}

/** The worst status. */
export function overall(all: Fact[]): Status {
  return ORDER[Math.max(0, ...all.map(({ status }) => ORDER.indexOf(status)))]!
}

/** A point in time as short text. */
export function timeText(instant: string, now: number, zone: string): string {
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

/** Bytes with a suitable unit. */
export function bytesText(bytes: number): string {
  const [value, name] = bytes < GB ? [bytes / 1e6, 'megabyte'] : [bytes / GB, 'gigabyte']
  return formatNumber(value, {
    style: 'unit',
    unit: name,
    maximumFractionDigits: value < 10 ? 1 : 0,
  })
}

function pageOf({ attached, since, report, reportedAt }: Wall, now: number, zone: string): Fact {
  const name = 'wallSettings.page'
  if (!attached)
    return {
      name,
      status: 'wrong',
      text: t('wallSettings.gone', { when: timeText(since!, now, zone) }),
      hint: t('wallSettings.goneHint'),
    }
  if (!report || !reportedAt) return { name, status: 'look', text: t('wallSettings.starting') }
  if (now - Date.parse(reportedAt) > REPORT_TIMEOUT_MS)
    return { name, status: 'wrong', text: t('wallSettings.quiet', { when: timeText(reportedAt, now, zone) }) }
  if (report.page === 'silent')
    return { name, status: 'wrong', text: t('wallSettings.silent'), hint: t('wallSettings.silentHint') }
  if (report.page !== 'ok') return { name, status: 'look', text: t(`wallSettings.${report.page}`) }
  return {
    name,
    status: 'good',
    text: t('wallSettings.shown'),
    hint: report.heartbeat ? t('wallSettings.beat', { when: timeText(report.heartbeat, now, zone) }) : undefined,
  }
}

function screenOf(screen: NonNullable<Report['screen']>): Fact {
  const size =
    screen.width && screen.height ? t('wallSettings.size', { width: screen.width, height: screen.height }) : undefined
  const text = t(`wallSettings.power.${screen.power}`)
  return screen.trouble
    ? { name: 'wallSettings.screen', status: 'look', text, hint: screen.trouble }
    : { name: 'wallSettings.screen', status: 'good', text, hint: size }
}

function restartsOf(
  { count, last }: NonNullable<Report['restarts']>,
  since: string | null,
  now: number,
  zone: string,
): Fact {
  const name = 'wallSettings.restarts'
  const text = since
    ? t('wallSettings.restarted', { count, since: timeText(since, now, zone) })
    : t('wallSettings.restartedEver', { count })
  if (!last) return { name, status: 'good', text }
  const why = KNOWN_REASONS.includes(last.why) ? t(`wallSettings.why.${last.why}` as MessageKey) : last.why
  const recentCrash = now - Date.parse(last.at) < DAY_MS && !EXPECTED_RESTARTS.includes(last.why)
  return {
    name,
    status: recentCrash ? 'look' : 'good',
    text,
    hint: t('wallSettings.lastRestart', { when: timeText(last.at, now, zone), why }),
  }
}

function temperatureOf(degrees: number): Fact {
  const status = degrees >= HOT ? 'wrong' : degrees >= WARM ? 'look' : 'good'
  const text = t('wallSettings.degrees', { degrees: formatNumber(Math.round(degrees)) })
  return {
    name: 'wallSettings.temperature',
    status,
    text,
    hint: status === 'good' ? undefined : t(`wallSettings.${status === 'wrong' ? 'hot' : 'warm'}`),
  }
}

function memoryOf({ total, available, wall }: NonNullable<Report['memory']>): Fact {
  const text = t('wallSettings.free', { free: bytesText(available), total: bytesText(total) })
  if (available < LOW_MEMORY)
    return { name: 'wallSettings.memory', status: 'look', text, hint: t('wallSettings.littleMemory') }
  return {
    name: 'wallSettings.memory',
    status: 'good',
    text,
    hint: wall ? t('wallSettings.takes', { size: bytesText(wall) }) : undefined,
  }
}

function diskOf({ total, free }: Wall['machine']['disk']): Fact {
  const status = free < CRITICAL_DISK ? 'wrong' : free < LOW_DISK ? 'look' : 'good'
  return {
    name: 'wallSettings.disk',
    status,
    text: t('wallSettings.free', { free: bytesText(free), total: bytesText(total) }),
    hint: status === 'good' ? undefined : t('wallSettings.littleRoom'),
  }
}

/** Without network time, the server's clock is compared with this device's. */
function clockOf({ clock, now: says }: Wall['machine'], now: number, zone: string): Fact {
  const clockDiffers = clock === 'unknown' && Math.abs(now - Date.parse(says)) > MAX_CLOCK_DIFFERENCE_MS
  const status = clock === 'wrong' ? 'wrong' : clockDiffers ? 'look' : 'good'
  const time = formatInstant(says, zone, { hour: 'numeric', minute: '2-digit' })
  const hint = clock === 'right' ? undefined : t(`wallSettings.clockHint.${clockDiffers ? 'differs' : clock}`)
  return { name: 'wallSettings.clock', status, text: t(`wallSettings.clockIs.${clock}`, { time }), hint }
}

function syncOf({ lastSync: { calendars, at, failing }, degraded }: Wall['machine'], now: number, zone: string): Fact {
  const name = 'wallSettings.sync'
  if (calendars === 0) return { name, status: 'good', text: t('wallSettings.noCalendars') }
  const text = at ? t('wallSettings.came', { when: timeText(at, now, zone) }) : t('common.notSynced')
  if (failing.length > 0)
    return { name, status: 'look', text, hint: t('wallSettings.failing', { names: failing.join(', ') }) }
  if (degraded.includes('sync')) return { name, status: 'look', text, hint: t('wallSettings.late') }
  return { name, status: 'good', text, hint: t('wallSettings.elsewhere', { count: calendars }) }
}

function remoteBackupOf(
  { at, failing }: NonNullable<Wall['machine']['remoteBackup']>,
  now: number,
  zone: string,
): Fact {
  return {
    name: 'remoteBackup.title',
    status: failing ? 'look' : 'good',
    text: at ? t('remoteBackup.last', { when: timeText(at, now, zone) }) : t('remoteBackup.none'),
    hint: failing ? t('wallSettings.remoteBackupHint') : undefined,
  }
}

function degradedOf(part: (typeof SHOWN_WHEN_DEGRADED)[number]): Fact {
  const status = part === 'database' ? 'wrong' : 'look'
  return {
    name: `wallSettings.degraded.${part}.name`,
    status,
    text: t(`wallSettings.degraded.${part}.text`),
    hint: t(`wallSettings.degraded.${part}.hint`),
  }
}

/** Null where the kiosk does not know: another program manages the network. */
function networkOf({ managed, connected, wired }: NonNullable<Report['wifi']>): Fact | null {
  const name = 'wallSettings.network'
  if (wired) return { name, status: 'good', text: t('wallSettings.wired') }
  if (connected) return { name, status: 'good', text: t('wallSettings.wireless', { name: connected }) }
  if (!managed) return null
  return { name, status: 'look', text: t('wallSettings.noNetwork'), hint: t('wallSettings.noNetworkHint') }
}
