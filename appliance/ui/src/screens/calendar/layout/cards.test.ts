import { expect, test } from 'vitest'
import { formsOf, type CardMetrics } from './cards'
import { hyphenated, linesOf } from './textLines'

/** Each letter is 10 px wide. */
const wide = (text: string) => text.length * 10
const metrics: CardMetrics = {
  width: 120,
  line: 20,
  small: 20,
  padding: 4,
  inset: 20,
  gap: 2,
  face: 20,
  title: wide,
  detail: wide,
}
const text = { title: 'Swimming', emoji: '', time: '16', place: '', faces: 0 }

test.each([
  ['Swim', 100, 1],
  ['Swim lesson', 100, 2],
  ['Swim lesson', 110, 1],
  ['Swimming lesson at noon', 100, 3],
  ['Kieferorthopädie', 100, 2],
  ['Kiefer\u00adortho\u00adpädie', 100, 3],
  ['Parent-teacher', 100, 2],
  ['Parent-teacher day', 110, 2],
  ['', 100, 1],
])('%j takes, in %d px, %d lines', (title, width, lines) => {
  expect(linesOf(title, width, wide)).toBe(lines)
})

test.each([
  ['Kieferorthopäde', 'Kie|fe|ror|tho|päde'],
  ['Geburtstagsfeier', 'Geburts|tags|feier'],
  ['Fußballtraining', 'Fuß|ball|trai|ning'],
  ['Physiotherapy', 'Phy|sio|the|rapy'],
  ['Rendez-vous chez le médecin', 'Rendez-vous chez le médecin'],
  ['Przedstawienie szkolne', 'Przeds|ta|wie|nie szkolne'],
  ['Swimming', 'Swimming'],
  // Two letters stand alone only where it does not do without.
  ['Kartoffelpuffer', 'Kar|tof|fel|puf|fer'],
  ['Urlaubsreisen und See', 'Urlaubs|rei|sen und See'],
  ['🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂', '🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂'],
])('only words that are wider than a line are hyphenated: %s', (title, wanted) => {
  expect(hyphenated(title, 100, wide).replaceAll('\u00ad', '|')).toBe(wanted)
})

test('a word that is hardly wider than a line is hyphenated too', () => {
  expect(hyphenated('Grandma', 60, wide)).toBe('Grand\u00adma')
  expect(hyphenated('museum', 50, wide)).toBe('mu\u00adseum')
})

test('the time is beside a title that leaves room for it', () => {
  expect(formsOf({ ...text, title: 'Swim' }, metrics)).toEqual([
    { title: 'Swim', lines: 1, below: false, emoji: false, place: false, height: 24 },
  ])
})

test('a title is whole before it shares a line with the time, and is not broken within a word', () => {
  expect(formsOf(text, metrics)).toEqual([
    { title: 'Swimming', lines: 1, below: false, emoji: false, place: false, height: 24 },
    { title: 'Swimming', lines: 1, below: true, emoji: false, place: false, height: 44 },
  ])
})

test('with more height come the rest of the title, the emoji and the place', () => {
  const forms = formsOf({ ...text, title: 'Swim lesson', emoji: '⚽', place: 'Pool' }, metrics)
  expect(forms.map(({ height }) => height)).toEqual([...forms.map(({ height }) => height)].sort((a, b) => a - b))
  expect(forms[0]).toMatchObject({ lines: 1, height: 24 })
  expect(forms.at(-1)).toMatchObject({ lines: 2, below: true, emoji: true, place: true, height: 64 })
})

test('a narrow card has its time below, and the faces need room too', () => {
  expect(formsOf({ ...text, time: '16:15' }, { ...metrics, width: 80 })[0]).toMatchObject({ below: true })
  expect(formsOf({ ...text, title: 'Swim', faces: 2 }, metrics)[0]).toMatchObject({ lines: 1, below: false })
  expect(formsOf({ ...text, title: 'Swim', faces: 2 }, { ...metrics, width: 100 })[0]).toMatchObject({ below: true })
})

test('a syllable stands beside the time only where its hyphen has room too', () => {
  const forms = formsOf({ ...text, title: 'Swimmings' }, { ...metrics, width: 100 })
  expect(forms.filter(({ lines, below }) => lines > 1 && !below)).toEqual([])
})

test('a whole day has no time', () => {
  expect(formsOf({ ...text, time: '' }, metrics)).toEqual([
    { title: 'Swimming', lines: 1, below: false, emoji: false, place: false, height: 24 },
  ])
})

test('a title has no line with the end of a word beside the time, and none with the emoji alone', () => {
  const forms = formsOf({ ...text, title: 'Swimming', emoji: '🏊' }, metrics)
  expect(forms.filter(({ lines, below }) => lines > 1 && !below)).toEqual([])
  expect(forms.some(({ emoji }) => emoji)).toBe(false)
  expect(formsOf({ ...text, title: 'Swim', emoji: '🏊' }, metrics).some(({ emoji }) => emoji)).toBe(true)
})
