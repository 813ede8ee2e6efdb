import { expect, test } from 'vitest'
import { compareTexts } from './collation'
import { useLanguage } from './inLanguage.testing'

const cases: [string, string[], string[]][] = [
  ['en', ['Łódź', 'Mia', 'Lea', 'lea'], ['Lea', 'lea', 'Łódź', 'Mia']],
  ['pl', ['Łódź', 'Mia', 'Lea', 'Lza'], ['Lea', 'Lza', 'Łódź', 'Mia']],
  ['es', ['Ñandú', 'Nube', 'Olla'], ['Nube', 'Ñandú', 'Olla']],
]

test.each(cases)('texts are in the order of %s', async (tag, texts, sorted) => {
  await useLanguage(tag)
  expect(texts.sort(compareTexts)).toEqual(sorted)
})
