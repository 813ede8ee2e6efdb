import { expect, test } from 'vitest'
import { notesParts } from './notes'

test('release notes have headings with entries', () => {
  const notes =
    '# Mantel 1.1.0\n\nFirst.\n\n### For the family\n\n- One is\n  long.\n- `Two` and **three**, [four](x.md)\n\n## Empty\n'

  expect(notesParts(notes)).toEqual([
    { heading: '', lines: ['First.'] },
    { heading: 'For the family', lines: ['One is long.', 'Two and three, four'] },
  ])
})

test('nothing is made of nothing', () => expect(notesParts('')).toEqual([]))
