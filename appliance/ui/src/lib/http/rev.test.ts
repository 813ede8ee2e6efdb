import { afterEach, expect, test, vi } from 'vitest'
import { rev } from './rev.svelte'
import { session } from './session.svelte'
import { writes } from './writes'

afterEach(() => vi.unstubAllGlobals())

test('a request that began before a write is followed by another one, which later calls share', async () => {
  const answers: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(resolve)))
  session.signIn('mtl_parent')

  const before = rev.check()
  expect(rev.check()).toBe(before)
  await writes.track('/api/settings', () => Promise.resolve())
  const after = [rev.check(), rev.check()]
  answers[0]!(new Response('{"rev": 1}'))
  await before
  await vi.waitFor(() => expect(answers).toHaveLength(2), { timeout: 30_000 })
  answers[1]!(new Response('{"rev": 2}'))
  await Promise.all(after)

  expect(rev.value).toBe(2)
  expect(answers).toHaveLength(2)
})
