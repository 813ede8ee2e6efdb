import { t } from '../i18n/translate'
import { formatter } from './formats'

/** Without am or pm, a 12-hour clock's 1 to 6 are in the afternoon. */
const FIRST_MORNING_HOUR = 7

/**
 * Minutes since midnight of a typed time: 15:30, 15.30, 1530, 930, 15, 3pm, 3:30 p.m.; null when it is not a time.
 * `twelve` says whether the reader uses a 12-hour clock.
 */
export function parseTypedTime(text: string, twelve = twelveHours()): number | null {
  const found = /^(\d{1,2})(?:\s*[:.h]\s*(\d{2})|(\d{2}))?\s*h?\s*([^\d\s][^\d]*)?$/iu.exec(text.trim())
  if (!found) return null
  const half = halfOf(found[4])
  if (half === undefined) return null
  const hour = Number(found[1])
  const minute = Number(found[2] ?? found[3] ?? 0)
  if (minute > 59 || hour > 24 || (half !== null && (hour < 1 || hour > 12))) return null
  if (half !== null) return ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute
  const afternoon = twelve && hour > 0 && hour < FIRST_MORNING_HOUR && !/^0/.test(found[1]!)
  return ((hour + (afternoon ? 12 : 0)) * 60 + minute) % 1440
}

/** Which half of the day the letters name; null for none, undefined when they are something else. */
function halfOf(letters: string | undefined): 'am' | 'pm' | null | undefined {
  if (!letters) return null
  const typed = plain(letters)
  if (!typed) return null
  const [am, pm] = [plain(t('fields.am')), plain(t('fields.pm'))]
  return am.startsWith(typed) ? 'am' : pm.startsWith(typed) ? 'pm' : undefined
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s.]/g, '')
}

/** Whether times are shown with a 12-hour clock. */
export function twelveHours(): boolean {
  return formatter({ hour: 'numeric' }).own.resolvedOptions().hour12 === true
}
