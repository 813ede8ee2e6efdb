import { expect, test } from 'vitest'
import { aroundMeals } from './plan'

/** Events of a day in their order: a capital letter lasts all day. */
const named = (names: string) => [...names].map((name) => ({ name, bar: name < 'a' }))

test.each([
  ['abcd', 'abcd'],
  ['Aabcde', 'Acde'],
  ['ABCabc', 'ABCc'],
  ['ABCDEa', 'ABCD'],
  ['', ''],
])('of %s the plan shows %s', (all, shown) => {
  expect(
    aroundMeals(named(all))
      .map(({ name }) => name)
      .join(''),
  ).toBe(shown)
})
