import { afterEach, expect, test, vi } from 'vitest'
import { Resource, resource } from './resource.svelte'
import { session } from './session.svelte'

afterEach(() => vi.unstubAllGlobals())

test('a response that arrives after its key was removed is not shown', async () => {
  let respond: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise((resolve) => (respond = resolve)))
  session.signIn('mtl_parent')
  const keys = new Resource<string[]>('/api/keys')
  const loading = keys.refresh()

  await session.signOut()
  keys.clear()
  respond(new Response('["Kitchen"]'))
  await loading

  expect(keys.value).toBe(undefined)
})

test('the newest resource is the same for all who ask, however many others there are', () => {
  for (let member = 0; member < 60; member += 1) resource(`/api/members/${member}/points`)

  expect(resource('/api/notifications', { limit: 10 })).toBe(resource('/api/notifications', { limit: 10 }))
})
