import { expect, test } from 'vitest'
import type { EventInstance } from '$lib/api/types'
import { isBirthday, withBirthdayTitle } from './birthdays'

const event = (birthday?: EventInstance['birthday']) => ({ title: 'x', birthday }) as EventInstance

test('a birthday has its title in the language of the UI, with the age where it is known', () => {
  const title = (age: number | null) => withBirthdayTitle(event({ memberId: 'a', name: 'Ida', age })).title
  expect(title(7)).toBe('Ida turns 7')
  expect(title(null)).toBe('Ida’s birthday')
  expect(withBirthdayTitle(event()).title).toBe('x')
})

test('a birthday is known by its id', () => {
  expect([isBirthday('birthday_a_2026'), isBirthday('e_1'), isBirthday(undefined)]).toEqual([true, false, false])
})
