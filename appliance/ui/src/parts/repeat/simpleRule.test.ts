import { describe, expect, test } from 'vitest'
import { describeChore, describeRule } from './choreDates'
import { formatRule, parseRule } from './simpleRule'

describe('editable rules are parsed and written back', () => {
  test.each([
    [null, { kind: 'once', weekdays: [], until: null }],
    ['FREQ=DAILY', { kind: 'daily', weekdays: [], until: null }],
    ['FREQ=DAILY;UNTIL=20270131', { kind: 'daily', weekdays: [], until: '2027-01-31' }],
    ['FREQ=WEEKLY', { kind: 'weekly', weekdays: [], until: null }],
    ['FREQ=WEEKLY;BYDAY=MO,WE,SU', { kind: 'weekly', weekdays: [1, 3, 0], until: null }],
  ])('%s', (rule, repeat) => {
    expect(parseRule(rule)).toEqual(repeat)
    expect(formatRule(repeat as never)).toBe(rule)
  })
})

describe('other rules are not editable', () => {
  test.each([
    'FREQ=MONTHLY',
    'FREQ=WEEKLY;INTERVAL=2',
    'FREQ=DAILY;COUNT=5',
    'FREQ=DAILY;BYDAY=MO',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=DAILY;UNTIL=20270131T120000Z',
    'FREQ=DAILY;UNTIL=20270231',
    'FREQ=HOURLY',
  ])('%s', (rule) => {
    expect(parseRule(rule)).toBeNull()
  })
})

describe('describing a rule', () => {
  test.each([
    [null, '2026-11-20', 'On November 20, 2026'],
    [null, null, 'No date'],
    ['FREQ=DAILY', null, 'Every day'],
    ['RRULE:freq=daily;interval=3', null, 'Every 3 days'],
    ['FREQ=WEEKLY;BYDAY=TU,SA', null, 'Every week on Tuesday and Saturday'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20270131', null, 'Every week on school days until January 31, 2027'],
    ['FREQ=MONTHLY;BYDAY=1SA', null, 'Every month on the first Saturday'],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=4', null, 'Every month on the last Friday, 4 times'],
    ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15,-1', null, 'Every 2 months on day 15 and the last day'],
    ['FREQ=YEARLY;BYMONTH=3', null, 'Custom rule: FREQ=YEARLY;BYMONTH=3'],
    ['FREQ=MONTHLY;BYDAY=7SA', null, 'Custom rule: FREQ=MONTHLY;BYDAY=7SA'],
  ])('%s', (rule, day, words) => {
    expect(describeRule(rule, day)).toBe(words)
  })
})

test('a chore that counts from its last completion has no rule', () => {
  const chore = { rrule: null, dueDate: null, afterDays: 3 }
  expect(describeChore(chore)).toBe('3 days after the last time')
})
