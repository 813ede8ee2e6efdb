import { describe, expect, test } from 'vitest'
import en from './grammar/en.json'
import type { Grammar } from './grammar'
import type { Context } from './types'
import { itemsIn, named, understanding } from './phrases.testing'

const grammar = en as Grammar

/** A Thursday, 14:00. Two names begin alike, one is also a month, one is an emoji, one is written from right to left. */
const context: Context = {
  today: '2026-11-19',
  minutes: 840,
  people: named('Ida', 'Theo', 'Mara', 'Jonas', 'May', '🦊', 'نور', 'Ida Marie', 'Ana-Lena Bergström'),
  places: named('Family', 'Work', 'Groceries'),
  dayFirst: true,
  anchored: true,
}

const understood = understanding(grammar, context)

describe('an event', () => {
  test.each([
    ['Dentist Thu 3pm Ida', 'Dentist | 2026-11-19 15:00 | Ida'],
    ['Dentist Thu 1pm Ida', 'Dentist | 2026-11-26 13:00 | Ida'],
    ['Dentist Thu', 'Dentist | 2026-11-19'],
    ['Dentist', 'Dentist'],
    ['Dentist tomorrow', 'Dentist | 2026-11-20'],
    ['Dentist tomorrow at 15:00', 'Dentist | 2026-11-20 15:00'],
    ['Dentist tomorrow 3', 'Dentist 3 | 2026-11-20'],
    ['Dentist tomorrow at 3', 'Dentist | 2026-11-20 15:00'],
    ['Dentist today 18.30', 'Dentist | 2026-11-19 18:30'],
    ['Dentist at 3pm', 'Dentist | 2026-11-19 15:00'],
    ['Dentist at 1pm', 'Dentist | 2026-11-20 13:00'],
    ['Dentist 9am tomorrow', 'Dentist | 2026-11-20 09:00'],
    ['dentist 15:30', 'dentist | 2026-11-19 15:30'],
    ['Dentist at 1530', 'Dentist | 2026-11-19 15:30'],
    ['Dentist half past 3 Fri', 'Dentist | 2026-11-20 15:30'],
    ['Dentist half 4 tomorrow', 'Dentist | 2026-11-20 16:30'],
    ['Dentist quarter to 4 tomorrow', 'Dentist | 2026-11-20 15:45'],
    ['Dentist at quarter past nine on Friday', 'Dentist | 2026-11-20 09:15'],
    ['Dentist ten past 8 tomorrow morning', 'Dentist | 2026-11-20 08:10'],
    ['Soccer 3-4pm Sat', 'Soccer | 2026-11-21 15:00 +60'],
    ['Soccer 11-1pm Sat', 'Soccer | 2026-11-21 11:00 +120'],
    ['Soccer Sat 10:00-11:30', 'Soccer | 2026-11-21 10:00 +90'],
    ['Soccer Sat from 9 to 11', 'Soccer | 2026-11-21 09:00 +120'],
    ['Soccer from 9 to 5 on Mon', 'Soccer | 2026-11-23 09:00 +480'],
    ['Soccer Saturday between 2 and 3:30pm', 'Soccer | 2026-11-21 14:00 +90'],
    ['Movie Fri 20:00 for 2 hours', 'Movie | 2026-11-20 20:00 +120'],
    ['Movie Fri 8pm for 90 min', 'Movie | 2026-11-20 20:00 +90'],
    ['Movie Fri 8pm 1h30', 'Movie | 2026-11-20 20:00 +90'],
    ['Movie Fri 8pm for half an hour', 'Movie | 2026-11-20 20:00 +30'],
    ['Movie Fri 8pm for an hour and a half', 'Movie | 2026-11-20 20:00 +90'],
    ['Movie Fri 8pm 45min', 'Movie | 2026-11-20 20:00 +45'],
    ['Movie tonight', 'Movie | 2026-11-19 19:00'],
    ['Movie tonight at 8', 'Movie | 2026-11-19 20:00'],
    ['Breakfast tomorrow morning', 'Breakfast | 2026-11-20 09:00'],
    ['Breakfast tomorrow morning at 8', 'Breakfast | 2026-11-20 08:00'],
    ['Coffee Friday afternoon', 'Coffee | 2026-11-20 15:00'],
    ['Coffee Friday at 4 in the afternoon', 'Coffee | 2026-11-20 16:00'],
    ['Night shift tomorrow at 11 at night', 'Night shift | 2026-11-20 23:00'],
    ['Lunch at noon tomorrow', 'Lunch | 2026-11-20 12:00'],
    ['Party next Fri', 'Party | 2026-11-27'],
    ['Party next Friday 7pm', 'Party | 2026-11-27 19:00'],
    ['Party this Fri', 'Party | 2026-11-20'],
    ['Party on Friday', 'Party | 2026-11-20'],
    ['Party Fri week', 'Party | 2026-11-27'],
    ['Party day after tomorrow', 'Party | 2026-11-21'],
    ['Party in 3 days', 'Party | 2026-11-22'],
    ['Party in a week', 'Party | 2026-11-26'],
    ['Party in 2 hours', 'Party | 2026-11-19 16:00'],
    ['Party next week', 'Party | 2026-11-26'],
    ['Party next month', 'Party | 2026-12-19'],
    ['Party 5 Aug', 'Party | 2027-08-05'],
    ['Party Aug 5', 'Party | 2027-08-05'],
    ['Party August 5th, 2027', 'Party | 2027-08-05'],
    ['Party on the 5th of August', 'Party | 2027-08-05'],
    ['Party 5.8.', 'Party | 2027-08-05'],
    ['Party 5.8.2027 15:00', 'Party | 2027-08-05 15:00'],
    ['Party 24/12', 'Party | 2026-12-24'],
    ['Party 3/4/2025', 'Party | 2025-04-03'],
    ['Party 2026-12-24', 'Party | 2026-12-24'],
    ['Party 24 Dec 2025', 'Party | 2025-12-24'],
    ['Party Nov 18', 'Party | 2027-11-18'],
    ['Party on the 5th', 'Party | 2026-12-05'],
    ['Party on the 25th at 4pm', 'Party | 2026-11-25 16:00'],
    ['Party on the 31st', 'Party | 2026-12-31'],
    ['Party 31 Feb', 'Party 31 Feb'],
    ['Party 29 Feb', 'Party | 2028-02-29'],
    ['Holiday 5-8 Aug', 'Holiday | 2027-08-05 ..2027-08-08'],
    ['Holiday 28 Dec to 3 Jan', 'Holiday | 2026-12-28 ..2027-01-03'],
    ['Holiday Aug 5-8', 'Holiday | 2027-08-05 ..2027-08-08'],
    ['Holiday from 5 to 8 August', 'Holiday | 2027-08-05 ..2027-08-08'],
    ['Camp tomorrow for 3 days', 'Camp | 2026-11-20 ..2026-11-22'],
    ['Camp Mon until Fri', 'Camp | 2026-11-23 ..2026-11-27'],
    ['Conference 5 Dec until 8 Dec', 'Conference | 2026-12-05 ..2026-12-08'],
    ['Swimming every Sat 10am', 'Swimming | 2026-11-21 10:00 | FREQ=WEEKLY;BYDAY=SA'],
    ['Swimming every other Sat', 'Swimming | 2026-11-21 | FREQ=WEEKLY;INTERVAL=2;BYDAY=SA'],
    ['Swimming every second Sat Theo', 'Swimming | 2026-11-21 | Theo | FREQ=WEEKLY;INTERVAL=2;BYDAY=SA'],
    ['Swimming every Mon and Wed 4pm', 'Swimming | 2026-11-23 16:00 | FREQ=WEEKLY;BYDAY=MO,WE'],
    ['Swimming every Mon, Wed & Fri at 16:00', 'Swimming | 2026-11-20 16:00 | FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['Swimming Mondays', 'Swimming | 2026-11-23 | FREQ=WEEKLY;BYDAY=MO'],
    ['Swimming on Mondays and Thursdays 17:00', 'Swimming | 2026-11-19 17:00 | FREQ=WEEKLY;BYDAY=MO,TH'],
    ['Swimming every weekday 7:30', 'Swimming | 2026-11-20 07:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Swimming every Mon-Thu 8am', 'Swimming | 2026-11-23 08:00 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH'],
    ['Swimming daily', 'Swimming | 2026-11-19 | FREQ=DAILY'],
    ['Pills every day at 8am', 'Pills | 2026-11-20 08:00 | FREQ=DAILY'],
    ['Pills every morning', 'Pills | 2026-11-20 09:00 | FREQ=DAILY'],
    ['Pills every 3 days', 'Pills | 2026-11-19 | FREQ=DAILY;INTERVAL=3'],
    ['Choir every 2 weeks on Tue 19:30', 'Choir | 2026-11-24 19:30 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['Choir every week on Thu', 'Choir | 2026-11-19 | FREQ=WEEKLY;BYDAY=TH'],
    ['Choir fortnightly on Thu 7pm', 'Choir | 2026-11-19 19:00 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TH'],
    ['Book club every first Monday 8pm', 'Book club | 2026-12-07 20:00 | FREQ=MONTHLY;BYDAY=1MO'],
    ['Book club on the last Friday of the month', 'Book club | 2026-11-27 | FREQ=MONTHLY;BYDAY=-1FR'],
    ['Book club first Tue of every month', 'Book club | 2026-12-01 | FREQ=MONTHLY;BYDAY=1TU'],
    ['Rent every month on the 1st', 'Rent | 2026-12-01 | FREQ=MONTHLY'],
    ['Rent on the 1st of every month', 'Rent | 2026-12-01 | FREQ=MONTHLY'],
    ['Rent every 5th', 'Rent | 2026-12-05 | FREQ=MONTHLY'],
    ["Oma's birthday every year on 12 March", "Oma's birthday | 2027-03-12 | FREQ=YEARLY"],
    ['Taxes yearly', 'Taxes | 2026-11-19 | FREQ=YEARLY'],
    ['Taxes every 31 May', 'Taxes | 2027-05-31 | FREQ=YEARLY'],
    ['Swimming every Sat until 20 Dec', 'Swimming | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20261220'],
    ['Swimming every Sat 10 times', 'Swimming | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;COUNT=10'],
    ['Course every Tue 6pm for 4 weeks', 'Course | 2026-11-24 18:00 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261221'],
    [
      'Course every Tue 6-7:30pm until Dec 22 Ida, Theo',
      'Course | 2026-11-24 18:00 +90 | Ida,Theo | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261222',
    ],
    ['Course weekly from 5 Dec', 'Course | 2026-12-05 | FREQ=WEEKLY;BYDAY=SA'],
    ['Yoga every weekend', 'Yoga | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA,SU'],
    ['Ida dentist tomorrow', 'Dentist | 2026-11-20 | Ida'],
    ['Ida and Theo to grandma Sat', 'To grandma | 2026-11-21 | Ida,Theo'],
    ['Ida, Theo: swimming Mon 4pm', 'Swimming | 2026-11-23 16:00 | Ida,Theo'],
    ['Dentist for Ida on Fri', 'Dentist | 2026-11-20 | Ida'],
    ['Dentist with Ida Fri 2pm', 'Dentist with Ida | 2026-11-20 14:00 | Ida'],
    ['Pick up Ida from school Fri 15:00', 'Pick up Ida from school | 2026-11-20 15:00 | Ida'],
    ['Pick up Ida 3pm', 'Pick up Ida | 2026-11-19 15:00 | Ida'],
    ['Call Theo tomorrow', 'Call Theo | 2026-11-20 | Theo'],
    ["Ida's birthday 12 March", "Ida's birthday | 2027-03-12 | Ida"],
    ['Dentist Ida Marie Fri', 'Dentist | 2026-11-20 | Ida Marie'],
    ['Dentist ida fri', 'Dentist | 2026-11-20 | Ida'],
    ['Dentist 🦊 Fri', 'Dentist | 2026-11-20 | 🦊'],
    ['Dentist 🦊', 'Dentist | 🦊'],
    ['🦊 Dentist', 'Dentist | 🦊'],
    ['Dentist نور Fri 3pm', 'Dentist | 2026-11-20 15:00 | نور'],
    ['نور Dentist', 'Dentist | نور'],
    ['Dentist May', 'Dentist | May'],
    ['Dentist May 5', 'Dentist | 2027-05-05'],
    ['Dentist May 5 May', 'Dentist | 2027-05-05 | May'],
    ['Lunch with May in May', 'Lunch with May in May | May'],
    ['Dentist @Theo Fri', 'Dentist | 2026-11-20 | Theo'],
    ['Dentist Ana-Lena Fri', 'Dentist | 2026-11-20 | Ana-Lena Bergström'],
    ['Dentist Ana-Lena Bergström', 'Dentist | Ana-Lena Bergström'],
    ['Theo', 'Theo'],
    ['Ida Fri 3pm', '2026-11-20 15:00 | Ida'],
    ['Meeting Fri 9am in Work', 'Meeting | 2026-11-20 09:00 | Work'],
    ['Meeting Fri 9am on Work calendar', 'Meeting | 2026-11-20 09:00 | Work'],
    ['Work trip Mon', 'Work trip | 2026-11-23'],
    ['Buy sun cream', 'Buy sun cream'],
    ['Buy sun cream tomorrow', 'Buy sun cream | 2026-11-20'],
    ['Sun brunch 11am', 'Brunch | 2026-11-22 11:00'],
    ['Sunday brunch', 'Brunch | 2026-11-22'],
    ['Monday morning run', 'Run | 2026-11-23 09:00'],
    ['The cat sat on the mat', 'The cat sat on the mat'],
    ['7 dwarfs Fri', '7 dwarfs | 2026-11-20'],
    ['Windows 11 update Sat', 'Windows 11 update | 2026-11-21'],
    ['Room 204 at 10:30 Mon', 'Room 204 | 2026-11-23 10:30'],
    ['Flight LH 123 tomorrow 6:45am', 'Flight LH 123 | 2026-11-20 06:45'],
    ["Parents' evening Tue 7pm", "Parents' evening | 2026-11-24 19:00"],
    ['2nd birthday party Sat 3pm', '2nd birthday party | 2026-11-21 15:00'],
    ['50th birthday 5 Dec', '50th birthday | 2026-12-05'],
    ['Every Mon', '2026-11-23 | FREQ=WEEKLY;BYDAY=MO'],
    ['Thu', '2026-11-19'],
    ['3pm', '2026-11-19 15:00'],
    ['Christmas all day 24 Dec', 'Christmas | 2026-12-24'],
    ['Dentist, tomorrow, 3pm, Ida', 'Dentist | 2026-11-20 15:00 | Ida'],
    ['Dentist tomorrow 3:30', 'Dentist | 2026-11-20 15:30'],
    ['Piano Thu 4 to 5pm Theo', 'Piano | 2026-11-19 16:00 +60 | Theo'],
    ['Football Fri 18:00 - 19:30 Theo', 'Football | 2026-11-20 18:00 +90 | Theo'],
    ['Training Tue 5pm 90 minutes', 'Training | 2026-11-24 17:00 +90'],
    ['Vet in two weeks', 'Vet | 2026-12-03'],
    ['Visit grandma in a month', 'Visit grandma | 2026-12-19'],
    ['Ida & Theo: dentist Mon 8.15', 'Dentist | 2026-11-23 08:15 | Ida,Theo'],
    ['Movie night Sat 7 pm Mara and Jonas', 'Movie night | 2026-11-21 19:00 | Mara,Jonas'],
    ['12th Dec carol concert 5pm', 'Carol concert | 2026-12-12 17:00'],
    ['Parents evening, 3 Dec, 19:00', 'Parents evening | 2026-12-03 19:00'],
    [
      'Pick up Theo from football every Wed at 6pm',
      'Pick up Theo from football | 2026-11-25 18:00 | Theo | FREQ=WEEKLY;BYDAY=WE',
    ],
    ['Yoga each Tuesday 7pm for an hour', 'Yoga | 2026-11-24 19:00 +60 | FREQ=WEEKLY;BYDAY=TU'],
    ['Bins every other Tue from 1 Dec', 'Bins | 2026-12-01 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['Swim every Thu 3pm', 'Swim | 2026-11-19 15:00 | FREQ=WEEKLY;BYDAY=TH'],
    ['Swim every Thu 1pm', 'Swim | 2026-11-26 13:00 | FREQ=WEEKLY;BYDAY=TH'],
    ["Dinner 7 o'clock Sat", 'Dinner | 2026-11-21 07:00'],
    ['Lunch midday Sunday', 'Lunch | 2026-11-22 12:00'],
    ["New year's eve 31 Dec 8pm until 1 Jan", "New year's eve | 2026-12-31 ..2027-01-01 20:00"],
  ])('%s', (line, expected) => {
    expect(understood(line)).toBe(expected)
  })
})

describe('a chore has no start: its rule names the day', () => {
  test.each([
    ['vacuum every Sat Ida, Theo', 'vacuum | 2026-11-21 | Ida,Theo | FREQ=WEEKLY;BYDAY=SA'],
    ['Vacuum Ida', 'Vacuum | Ida'],
    ['Water plants every 3 days Mara', 'Water plants | 2026-11-19 | Mara | FREQ=DAILY;INTERVAL=3'],
    ['Trash every Tue and Fri 7pm Jonas', 'Trash | 2026-11-20 19:00 | Jonas | FREQ=WEEKLY;BYDAY=TU,FR'],
    ['Windows every first Sat', 'Windows | 2026-12-05 | FREQ=MONTHLY;BYDAY=1SA'],
    ['Filter every month on the 15th', 'Filter | 2026-12-15 | FREQ=MONTHLY;BYMONTHDAY=15'],
    ['Gutters every year on 1 Nov', 'Gutters | 2027-11-01 | FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=1'],
    ['Homework every weekday at 5pm Theo', 'Homework | 2026-11-19 17:00 | Theo | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Feed the cat daily Ida', 'Feed the cat | 2026-11-19 | Ida | FREQ=DAILY'],
    ['Return books tomorrow Theo', 'Return books | 2026-11-20 | Theo'],
    ['Help Ida with homework every day', 'Help Ida with homework | 2026-11-19 | Ida | FREQ=DAILY'],
  ])('%s', (line, expected) => {
    expect(understood(line, { anchored: false })).toBe(expected)
  })
})

describe('a numeric date where the month comes first', () => {
  test.each([
    ['Party 3/4', 'Party | 2027-03-04'],
    ['Party 12/24/2026 7pm', 'Party | 2026-12-24 19:00'],
    ['Party 24/12', 'Party 24/12'],
  ])('%s', (line, expected) => {
    expect(understood(line, { dayFirst: false })).toBe(expected)
  })
})

describe('items of a list', () => {
  test.each([
    ['milk, 2 bread', 'milk | 2 × bread'],
    ['2 milk, 500 g flour, eggs', '2 × milk | 500 g × flour | eggs'],
    ['3x eggs; 1.5 l juice', '3 × eggs | 1.5 l × juice'],
    ['sun cream, 2 bottles of water', 'sun cream | 2 bottles × water'],
    ['🍞, 2 🥖', '🍞 | 2 × 🥖'],
  ])('%s', (line, expected) => {
    expect(itemsIn(grammar, line)).toBe(expected)
  })

  test.each([
    ['Buy stamps Fri Ida', 'Buy stamps | 2026-11-20 | Ida'],
    ['Return library books by Tuesday', 'Return library books | 2026-11-24'],
    ['Milk to Groceries', 'Milk | Groceries'],
  ])('%s', (line, expected) => {
    expect(understood(line)).toBe(expected)
  })
})

test('a line of any signs is understood without an error', () => {
  for (const line of [
    '',
    ' ',
    ',',
    '{day}',
    '\u0001Fri',
    '((',
    '\\',
    '2026-99-99',
    'Fri '.repeat(200),
    '🦊'.repeat(300),
  ])
    expect(() => understood(line)).not.toThrow()
})
