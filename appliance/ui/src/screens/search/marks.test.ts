import { describe, expect, it } from 'vitest'
import { markWords, wordsOf } from './marks'

/** The marked parts in brackets. */
function marked(text: string, query: string): string {
  return markWords(text, wordsOf(query))
    .map((part) => (part.found ? `[${part.text}]` : part.text))
    .join('')
}

describe('marking what was found', () => {
  it.each([
    ['Swimming lesson', 'swi', '[Swi]mming lesson'],
    ['Swimming lesson', 'les swim', '[Swim]ming [les]son'],
    ['Swimming', 'wim', 'Swimming'],
    ['Café crème', 'cafe cre', '[Café] [crè]me'],
    ['Cafe\u0301 bar', 'café', '[Cafe\u0301] bar'],
    ['Straßenfest', 'strass', '[Straß]enfest'],
    ['Łódź', 'lod', '[Łód]ź'],
    ['İstanbul', 'ist', '[İst]anbul'],
    ['swim swimmer', 'sw swim', '[swim] [swim]mer'],
    ['Vitamin d', 'vitamin d', '[Vitamin] d'],
    ['🏊Swim', 'sw', '🏊[Sw]im'],
    ['<b>swim</b>', 'swim', '<b>[swim]</b>'],
    ['יום הולדת', 'הול', 'יום [הול]דת'],
    ['', 'swim', ''],
    ['Swim', '', 'Swim'],
    ['Swim', '"*', 'Swim'],
  ])('%s for %s', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected)
  })
})
