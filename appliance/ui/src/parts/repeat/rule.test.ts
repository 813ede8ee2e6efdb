import { describe, expect, it, vi } from 'vitest'
import { describeRule, formatRule, parseRule } from './rule'

vi.stubGlobal('navigator', { languages: ['en-US'] })
const ZONE = 'Europe/Berlin'
const FRIDAY = '2026-11-20'

describe('describing a rule', () => {
  it.each([
    ['FREQ=DAILY', 'Every day'],
    ['RRULE:FREQ=DAILY;INTERVAL=3', 'Every 3 days'],
    ['FREQ=WEEKLY', 'Every week on Friday'],
    ['FREQ=WEEKLY;BYDAY=TU,MO', 'Every week on Monday and Tuesday'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every week from Monday to Friday'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', 'Every week'],
    ['FREQ=WEEKLY;INTERVAL=2;WKST=MO;COUNT=5', 'Every 2 weeks on Friday, 5 times'],
    ['FREQ=MONTHLY', 'Every month on day 20'],
    ['FREQ=MONTHLY;BYMONTHDAY=20', 'Every month on day 20'],
    ['FREQ=MONTHLY;BYDAY=3FR', 'Every month on the third Friday'],
    ['FREQ=MONTHLY;BYDAY=-1SU', 'Every month on the last Sunday'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
    ['FREQ=MONTHLY;BYMONTHDAY=5', 'Every month on day 5'],
    ['FREQ=YEARLY', 'Every year on November 20'],
    ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=20', 'Every year on November 20'],
    ['FREQ=DAILY;UNTIL=20261224', 'Every day, until December 24, 2026'],
    ['FREQ=DAILY;UNTIL=20261224T230000Z', 'Every day, until December 25, 2026'],
    ['FREQ=YEARLY;BYDAY=4TH;BYMONTH=11', 'Custom rule: FREQ=YEARLY;BYDAY=4TH;BYMONTH=11'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1', 'Custom rule: FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1'],
    ['FREQ=WEEKLY;BYDAY=XX', 'Custom rule: FREQ=WEEKLY;BYDAY=XX'],
    ['nonsense', 'Custom rule: nonsense'],
  ])('%s', (rule, words) => {
    expect(describeRule(rule, FRIDAY, ZONE)).toBe(words)
  })
})

describe('rules the form can edit', () => {
  it.each([
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU',
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=FR',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR,SU',
    'FREQ=MONTHLY',
    'FREQ=MONTHLY;BYDAY=3FR',
    'FREQ=YEARLY;COUNT=4',
    'FREQ=DAILY;UNTIL=20261224',
  ])('%s is written back unchanged', (rule) => {
    expect(formatRule(parseRule(rule, FRIDAY, ZONE)!, FRIDAY)).toBe(rule)
  })

  it.each([
    'FREQ=HOURLY',
    'FREQ=MONTHLY;BYMONTHDAY=5',
    'FREQ=MONTHLY;BYDAY=2FR',
    'FREQ=MONTHLY;BYDAY=MO,3FR',
    'FREQ=DAILY;BYDAY=MO',
    'FREQ=DAILY;BYHOUR=3',
    'FREQ=WEEKLY;BYMONTH=11',
    'FREQ=DAILY;UNTIL=soon',
    'FREQ=YEARLY;BYMONTH=5',
    '',
  ])('%s is not editable', (rule) => {
    expect(parseRule(rule, FRIDAY, ZONE)).toBeNull()
  })

  it.each([
    ['2026-11-29', '-1SU'],
    ['2026-11-01', '1SU'],
    ['2026-11-28', '4SA'],
  ])('the weekday of %s is %s', (day, nth) => {
    expect(
      formatRule({ frequency: 'monthly', every: 1, weekdays: [], by: 'weekday', until: null, count: null }, day),
    ).toContain(nth)
  })
})
