import { expect, test } from 'vitest'
import { starterChores } from './starterThings'

test('each child gets three chores, and the third differs', () => {
  const chores = starterChores(['ida', 'theo'])
  expect(chores.map((chore) => chore.memberId)).toEqual(['ida', 'ida', 'ida', 'theo', 'theo', 'theo'])
  expect(chores[0]!.title).toBe(chores[3]!.title)
  expect(chores[2]!.title).not.toBe(chores[5]!.title)
})

test('without children they are for anyone', () => {
  expect(starterChores([]).map((chore) => chore.memberId)).toEqual([null, null, null])
})

test('no child gets the same chore twice, however many there are', () => {
  const ids = Array.from({ length: 20 }, (_, at) => `child ${at}`)
  const chores = starterChores(ids)
  for (const id of ids) {
    const titles = chores.filter((chore) => chore.memberId === id).map((chore) => chore.title)
    expect(new Set(titles).size).toBe(3)
  }
})
