import { expect, test } from 'vitest'
import { compareTexts } from './collation'
import { useLanguage } from './inLanguage.testing'
import { ENGLISH, TEXT_FILES } from './languages'

const cases: [string, string[], string[]][] = [
  ['en', ['Łódź', 'Mia', 'Lea', 'lea'], ['Lea', 'lea', 'Łódź', 'Mia']],
  ['pl', ['Łódź', 'Mia', 'Lea', 'Lza'], ['Lea', 'Lza', 'Łódź', 'Mia']],
  ['es', ['Ñandú', 'Nube', 'Olla'], ['Nube', 'Ñandú', 'Olla']],
]

test.each(cases.filter(([tag]) => tag === ENGLISH || TEXT_FILES[tag]))(
  'texts are in the order of %s',
  async (tag, texts, sorted) => {
    await useLanguage(tag)
    expect(texts.sort(compareTexts)).toEqual(sorted)
  },
)
