import { expect, test } from 'vitest'
import { languageFiles } from './messageFiles.ts'
import { stateOf } from './messageState.ts'

/** Languages in which every text must exist, as far as their file does. */
const COMPLETE = ['de', 'es', 'fr', 'it', 'nl', 'pl']

const ENGLISH = {
  kit: { save: 'Save', delete: 'Delete {name}?' },
  days: { one: '{count} day', other: '{count} days' },
  wait: { one: 'a minute', other: '{count} minutes' },
}
const FRENCH = {
  kit: { save: 'Enregistrer', delete: 'Supprimer {name} ?' },
  days: { one: '{count} jour', other: '{count} jours' },
  wait: { one: 'une minute', other: '{count} minutes' },
}
const FAULTLESS = { percent: 100, missing: [], extra: [], placeholders: [], forms: [], same: [] }

test('a whole language has no faults; a category of millions is not needed', () => {
  expect(stateOf('fr', ENGLISH, FRENCH)).toEqual(FAULTLESS)
})

test('missing and extra keys are named', () => {
  const { kit, ...rest } = FRENCH
  expect(stateOf('fr', ENGLISH, { ...rest, kit: { save: kit.save, keep: 'Garder' } })).toMatchObject({
    percent: 75,
    missing: ['kit.delete'],
    extra: ['kit.keep'],
  })
})

test.each([
  ['a placeholder under another name', { kit: { ...FRENCH.kit, delete: 'Supprimer {nom} ?' } }, ['kit.delete']],
  ['a text without its placeholder', { kit: { ...FRENCH.kit, delete: 'Supprimer ?' } }, ['kit.delete']],
  ['a form of many without its count', { days: { one: '{count} jour', other: 'jours' } }, ['days']],
])('%s is found', (_, changed, placeholders) => {
  expect(stateOf('fr', ENGLISH, { ...FRENCH, ...changed }).placeholders).toEqual(placeholders)
})

test.each([
  [{ one: '{count} dzień', other: '{count} dnia' }, ['days']],
  [{ one: '{count} dzień', few: '{count} dni', many: '{count} dni', other: '{count} dnia' }, []],
  [{ one: '1', two: '{count}', few: '{count}', many: '{count}', other: '{count}' }, ['days']],
])('Polish needs all of its plural forms and no other: %j', (days, forms) => {
  expect(stateOf('pl', ENGLISH, { days }).forms).toEqual(forms)
})

test.each([
  [{ select: 'age', '1': '{name} a un an', other: '{name} a {age} ans' }, []],
  [{ select: 'age', '1': '{name} a un an', other: '{name} grandit' }, ['turns']],
  [{ select: 'years', '1': '{name} a {years} an', other: '{name} a {age} ans' }, ['turns']],
])('a form for one value need not name it: %j', (turns, placeholders) => {
  expect(stateOf('fr', { turns: '{name} turns {age}' }, { turns }).placeholders).toEqual(placeholders)
})

test('forms by a value may contain plural forms', () => {
  const forms = { select: 'place', home: { one: '{count} dzień', other: '{count} dnia' }, other: '{count}' }
  expect(stateOf('pl', { days: '{count} {place}' }, { days: forms }).forms).toEqual(['days'])
})

test('texts as in English are named', () => {
  expect(stateOf('nl', ENGLISH, ENGLISH).same).toEqual(['kit.save', 'kit.delete', 'days', 'wait'])
})

test.each(languageFiles())('the $of texts of $tag fit the English ones', ({ tag, state }) => {
  const { extra, placeholders, forms } = state
  expect({ extra, placeholders, forms }).toEqual({ extra: [], placeholders: [], forms: [] })
  if (COMPLETE.includes(tag)) expect(state.missing).toEqual([])
})
