import { expect, test } from 'vitest'
import { mealIn } from './meals'

test.each([
  ['en', 'Lasagne for dinner Thursday', 'dinner', 'Lasagne Thursday'],
  ['en', 'pancakes for breakfast', 'breakfast', 'pancakes'],
  ['de', 'Lasagne zum Abendessen am Donnerstag', 'dinner', 'Lasagne am Donnerstag'],
  ['de', 'Donnerstag Suppe zum Mittagessen', 'lunch', 'Donnerstag Suppe'],
  ['fr', 'Lasagnes au dîner jeudi', 'dinner', 'Lasagnes jeudi'],
  ['fr', 'Crêpes pour le petit-déjeuner', 'breakfast', 'Crêpes'],
  ['es', 'Lasaña para cenar el jueves', 'dinner', 'Lasaña el jueves'],
  ['es', 'Sopa de comida mañana', 'lunch', 'Sopa mañana'],
  ['it', 'Lasagne per cena giovedì', 'dinner', 'Lasagne giovedì'],
  ['it', 'Zuppa a pranzo', 'lunch', 'Zuppa'],
  ['nl', 'Lasagne als avondeten donderdag', 'dinner', 'Lasagne donderdag'],
  ['nl', 'Soep bij de lunch', 'lunch', 'Soep'],
  ['pl', 'Lazania na kolację w czwartek', 'dinner', 'Lazania w czwartek'],
  ['pl', 'Zupa na obiad', 'lunch', 'Zupa'],
])('%s: %s', (tag, line, slot, rest) => {
  expect(mealIn(line, tag)).toEqual({ slot, rest })
})

test.each([
  ['en', 'Dentist Thu 3pm Ida'],
  ['en', 'for dinner'],
  ['en', 'Dinner with Grandma'],
  ['de', 'Zum Abendessenmachen'],
  ['it', 'Vacanza pranzo'],
])('%s: no meal in %s', (tag, line) => {
  expect(mealIn(line, tag)).toBeNull()
})
