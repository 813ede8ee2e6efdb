import { expect, it } from 'vitest'
import { parseTypedTime } from './typedTime'

it.each([
  ['15:30', 930],
  ['15.30', 930],
  ['15h30', 930],
  ['1530', 930],
  ['930', 570],
  ['0930', 570],
  ['15', 900],
  ['7', 420],
  ['3pm', 900],
  ['3 p.m.', 900],
  ['3:30 PM', 930],
  ['330p', 930],
  ['12am', 0],
  ['12pm', 720],
  ['0:05', 5],
  ['24', 0],
  [' 8 ', 480],
])('%s on a 24-hour clock', (text, minutes) => {
  expect(parseTypedTime(text, false)).toBe(minutes)
})

it.each([
  ['3', 900],
  ['3:15', 915],
  ['03:15', 195],
  ['7', 420],
  ['12', 720],
  ['15:30', 930],
  ['3am', 180],
])('%s on a 12-hour clock', (text, minutes) => {
  expect(parseTypedTime(text, true)).toBe(minutes)
})

it.each(['', 'soon', '25', '9:7', '9:75', '13pm', '0am', '3 apples', '12345', '3:30:10'])(
  '“%s” is not a time',
  (text) => {
    expect(parseTypedTime(text, false)).toBeNull()
  },
)
