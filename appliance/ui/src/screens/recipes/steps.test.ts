import { expect, test } from 'vitest'
import { choicesWith, stepsAfter } from './steps'

const step = (text: string, timerSeconds: number | null = null, remindBefore: number | null = null) => ({
  text,
  timerSeconds,
  remindBefore,
})
const known = [step('Take the meat out.', null, 1440), step('Boil the pasta.', 600)]

test('a step keeps its timer and reminder while its text is edited', () => {
  expect(stepsAfter(known, 'Take the meat out!\n\nBoil the pasta.')).toEqual([
    step('Take the meat out!', null, 1440),
    step('Boil the pasta.', 600),
  ])
})

test('steps that change places, are added or removed keep their own', () => {
  expect(stepsAfter(known, 'Boil the pasta.\n\nTake the meat out.')).toEqual([known[1], known[0]])
  expect(stepsAfter(known, 'Wash hands.\n\nTake the meat out.\n \nBoil the pasta.')).toEqual([
    step('Wash hands.'),
    ...known,
  ])
  expect(stepsAfter(known, 'Boil the pasta.')).toEqual([known[1]])
  expect(stepsAfter(known, ' \n\n ')).toEqual([])
})

test('a stored time is among the choices', () => {
  expect(choicesWith([60, 300], 90)).toEqual([60, 90, 300])
  expect(choicesWith([60, 300], 60)).toEqual([60, 300])
  expect(choicesWith([60, 300], null)).toEqual([60, 300])
})
