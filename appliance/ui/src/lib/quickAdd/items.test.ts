import { describe, expect, test } from 'vitest'
import en from './grammar/en.json'
import { parseItems } from './items'

const one = (text: string) => parseItems(text, en.items).map(({ title, quantity }) => [quantity, title])

describe('a leading amount becomes the quantity', () => {
  test.each([
    ['milk', null, 'milk'],
    ['2 milk', '2', 'milk'],
    ['500 g flour', '500 g', 'flour'],
    ['500g flour', '500 g', 'flour'],
    ['3x eggs', '3', 'eggs'],
    ['3 x eggs', '3', 'eggs'],
    ['3× eggs', '3', 'eggs'],
    ['eggs x3', '3', 'eggs'],
    ['1,5 l Milch', '1,5 l', 'Milch'],
    ['1.5 kg potatoes', '1.5 kg', 'potatoes'],
    ['1/2 lb butter', '1/2 lb', 'butter'],
    ['½ cucumber', '½', 'cucumber'],
    ['1½ l juice', '1½ l', 'juice'],
    ['2-3 onions', '2-3', 'onions'],
    ['2 bottles of water', '2 bottles', 'water'],
    ['2 Flaschen Wasser', '2 Flaschen', 'Wasser'],
    ['1 l. milk', '1 l', 'milk'],
    ['6 large eggs', '6', 'large eggs'],
    ['  2   oat   milk ', '2', 'oat milk'],
  ])('%s', (text, quantity, title) => {
    expect(one(text)).toEqual([[quantity, title]])
  })
})

describe('text that only looks like an amount stays in the title', () => {
  test.each([
    '12',
    '3 l',
    '2% milk',
    '50th birthday candles',
    '3 pm dentist',
    "9 o'clock call",
    '10:30 swimming',
    'A4 paper',
    'Windows 11',
    'box',
    '3D glasses',
  ])('%s', (text) => {
    expect(one(text)).toEqual([[null, text]])
  })
})

describe('several items at once', () => {
  test.each([
    [
      'milk, eggs, bread',
      [
        [null, 'milk'],
        [null, 'eggs'],
        [null, 'bread'],
      ],
    ],
    [
      'milk\neggs\r\nbread',
      [
        [null, 'milk'],
        [null, 'eggs'],
        [null, 'bread'],
      ],
    ],
    [
      'milk,2 eggs',
      [
        [null, 'milk'],
        ['2', 'eggs'],
      ],
    ],
    [
      '1,5 l Milch, 2 Eier',
      [
        ['1,5 l', 'Milch'],
        ['2', 'Eier'],
      ],
    ],
    [
      '1,5 l Milch,0,5 l Sahne',
      [
        ['1,5 l', 'Milch'],
        ['0,5 l', 'Sahne'],
      ],
    ],
    [
      '- milk\n* eggs\n• bread\n[ ] tea',
      [
        [null, 'milk'],
        [null, 'eggs'],
        [null, 'bread'],
        [null, 'tea'],
      ],
    ],
    [
      'milk; 3x eggs',
      [
        [null, 'milk'],
        ['3', 'eggs'],
      ],
    ],
    [' ,, milk , \n\n', [[null, 'milk']]],
    ['', []],
    [
      '🍞, 2 🥖',
      [
        [null, '🍞'],
        ['2', '🥖'],
      ],
    ],
  ])('%j', (text, things) => {
    expect(one(text)).toEqual(things)
  })
})

test('without the words of a language items are separate, and amounts with a unit stay in the title', () => {
  expect(parseItems('Tent\n2 l milk, eggs x3', undefined)).toEqual([
    { title: 'Tent', quantity: null },
    { title: '2 l milk', quantity: null },
    { title: 'eggs', quantity: '3' },
  ])
})
