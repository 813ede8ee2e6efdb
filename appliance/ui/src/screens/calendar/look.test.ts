import { expect, test } from 'vitest'
import type { Member } from '$lib/api/members'
import { marksOf } from './look'

const person = (color: string) => ({ color }) as Member

test('nobody leaves no mark, one a whole one, several a stripe each', () => {
  expect(marksOf([])).toBe('none')
  expect(marksOf([person('#aa0000')])).toBe('#aa0000')
  expect(marksOf([person('#aa0000'), person('#00bb00'), person('#0000cc')])).toBe(
    'linear-gradient(to right, #aa0000 0px 8px, #00bb00 8px 16px, #0000cc 16px 24px)',
  )
})
