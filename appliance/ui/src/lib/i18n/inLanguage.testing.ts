import { vi } from 'vitest'
import { language } from './language.svelte'

/** For tests: the language of the UI by a device's tag; texts stay in English. */
export async function useLanguage(tag: string): Promise<void> {
  vi.stubGlobal('navigator', { languages: [tag] })
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})))
  await language.load(tag)
}
