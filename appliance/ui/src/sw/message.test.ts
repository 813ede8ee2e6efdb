import { expect, test } from 'vitest'
import { addressOf, messageOf } from './message'

const DEFAULT_BODY = 'You have a new notification.'

test.each([
  [
    '{"title": "Swimming", "body": "In 30 minutes", "url": "/#/calendar?event=a", "tag": "event:a"}',
    { title: 'Swimming', body: 'In 30 minutes', url: '/#/calendar?event=a', tag: 'event:a' },
  ],
  [
    '{"title": "Ida: Dishes", "url": "/chores?show=pending", "approve": ["a", "b"]}',
    { title: 'Ida: Dishes', body: '', url: '/chores?show=pending', approve: ['a', 'b'] },
  ],
  [
    '{"title": "Ida: Abwasch", "approve": ["a"], "words": {"approve": "Bestätigen"}}',
    { title: 'Ida: Abwasch', body: '', url: '/', approve: ['a'], words: { approve: 'Bestätigen' } },
  ],
  ['{"title": "Odd", "words": {"approve": 7}}', { title: 'Odd', body: '', url: '/' }],
  [
    '{"title": "Ida: Pizza", "url": "/rewards/ida", "rewards": ["r"], "words": {"decline": "No"}}',
    { title: 'Ida: Pizza', body: '', url: '/rewards/ida', rewards: ['r'], words: { decline: 'No' } },
  ],
  ['{"title": "Odd", "approve": ["a", 7]}', { title: 'Odd', body: '', url: '/' }],
  ['{"title": "Odd", "approve": []}', { title: 'Odd', body: '', url: '/' }],
  ['{"title": "Swimming"}', { title: 'Swimming', body: '', url: '/' }],
  ['{"body": "Milk was added", "url": "/lists"}', { title: 'Mantel', body: 'Milk was added', url: '/lists' }],
  ['{"title": "", "body": 4, "url": null}', { title: 'Mantel', body: DEFAULT_BODY, url: '/' }],
  ['plain words', { title: 'Mantel', body: 'plain words', url: '/' }],
  ['7', { title: 'Mantel', body: '7', url: '/' }],
  ['null', { title: 'Mantel', body: DEFAULT_BODY, url: '/' }],
  ['', { title: 'Mantel', body: DEFAULT_BODY, url: '/' }],
  [undefined, { title: 'Mantel', body: DEFAULT_BODY, url: '/' }],
])('%s is shown', (text, expected) => {
  expect(messageOf(text)).toEqual(expected)
})

test.each([
  ['/#/calendar?event=a&at=b', 'https://home.test/#/calendar?event=a&at=b'],
  ['/chores', 'https://home.test/#/chores'],
  ['/lists/4?item=5', 'https://home.test/#/lists/4?item=5'],
  ['/', 'https://home.test/#/'],
  ['https://home.test/#/lists', 'https://home.test/#/lists'],
  ['https://shop.test/a#b', 'https://shop.test/a#b'],
  ['javascript:alert(1)', 'https://home.test/'],
  ['https://', 'https://home.test/'],
])('%s leads to %s', (link, expected) => {
  expect(addressOf(link, 'https://home.test')).toBe(expected)
})
