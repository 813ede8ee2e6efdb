import { expect, test } from 'vitest'
import { messagesOf, PARTS, TAGS } from './messageFiles.ts'
import { bound, filled } from './messages.ts'

test.each([
  ['dni z rzędu', 'dni z\u00a0rzędu'],
  ['W domu i w pracy', 'W\u00a0domu i\u00a0w\u00a0pracy'],
  ['„o {time}” (z tym)', '„o\u00a0{time}” (z\u00a0tym)'],
  ['1 z 2, krok za krokiem', '1 z\u00a02, krok za krokiem'],
])('in Polish a word of one letter stays with the next word: %s', (text, kept) => expect(bound(text)).toBe(kept))

test('a message that a language lacks is in English', () => {
  const english = {
    lists: { title: 'Lists', items: { one: '{count} item', other: '{count} items' } },
    nav: { board: 'Today' },
    photos: { title: 'Photos' },
  }
  const polish = {
    lists: { items: { one: '{count} rzecz', few: '{count} rzeczy', other: '{count} rzeczy' } },
    nav: { board: 'Dziś' },
  }
  expect(filled(english, polish)).toEqual({
    lists: { title: 'Lists', items: polish.lists.items },
    nav: { board: 'Dziś' },
    photos: { title: 'Photos' },
  })
})

test.each(TAGS.flatMap((tag) => PARTS.map((part) => [tag, part] as const)))(
  'in %s the sections of %s.json are those of the English file',
  (tag, part) => {
    const sections = Object.keys(messagesOf('en', part))
    expect(Object.keys(messagesOf(tag, part)).filter((section) => !sections.includes(section))).toEqual([])
  },
)
