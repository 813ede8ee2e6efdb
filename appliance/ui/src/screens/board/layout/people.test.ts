import { expect, test } from 'vitest'
import type { Widget } from '$lib/api/types'
import { membersOf } from './people'

const people = ['ana', 'ben', 'cleo'].map((id) => ({ id }))
const widget = (id: string, ...memberIds: string[]): Widget => ({ id, kind: 'people', x: 0, y: 0, width: 3, height: 4, memberIds }) // prettier-ignore

test.each<[Widget[], string]>([
  [[widget('w')], 'ana ben cleo'],
  [[widget('w', 'cleo', 'gone')], 'cleo'],
  // All of its people were deleted.
  [[widget('w', 'gone')], 'ana ben cleo'],
  [[widget('w', 'gone'), widget('v', 'ana')], 'ben cleo'],
  [[widget('w', 'gone'), widget('v')], ''],
])('%j shows %s', (widgets, shown) => {
  expect(membersOf(widgets[0]!, widgets, people).map(({ id }) => id).join(' ')).toBe(shown) // prettier-ignore
})
