import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { confirmation } from '$kit/overlays/confirmation.svelte'
import { session } from '$lib/http/session.svelte'
import type { Meal } from '$lib/api/types'
import { removeWithUndo } from './mealActions'

/** As the screen knows it: with two things on a list. */
const LASAGNE = { id: 'L', title: 'Lasagne', kind: 'recipe', onList: 2 } as Meal
let onList: number | null
let asked: string[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`)
    if (onList === null) throw new TypeError('Failed to fetch')
    return Promise.resolve(Response.json({ ...LASAGNE, onList }))
  })
  session.signIn('mtl_test')
})

afterEach(() => {
  confirmation.answer?.(false)
  void session.signOut()
  vi.unstubAllGlobals()
})

test('what left the list meanwhile is not asked about', async () => {
  onList = 0
  await removeWithUndo(LASAGNE)
  expect(confirmation.question).toBe(null)
  expect(asked).toContain('GET /api/meals/L')
})

test.each([
  [1, '1'],
  [null, '2'],
])('with %s on the list now, or offline, the question is about %s', async (now, count) => {
  onList = now
  const done = removeWithUndo(LASAGNE)
  await vi.waitUntil(() => confirmation.question)
  expect(confirmation.question!.title).toContain(count)
  confirmation.answer!(false)
  await done
})
