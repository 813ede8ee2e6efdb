import { parseTime, within } from '../time/dates'

const NIGHT = { from: '21:00', to: '07:00' }

/** Whether sounds are off: in the household's quiet hours, or from 21:00 to 07:00 where it has none. */
export function isNight(
  quiet: { quietFrom: string | null; quietTo: string | null } | undefined,
  minutes: number,
): boolean {
  const { from, to } = quiet?.quietFrom && quiet.quietTo ? { from: quiet.quietFrom, to: quiet.quietTo } : NIGHT
  return within(parseTime(from), parseTime(to), minutes)
}
