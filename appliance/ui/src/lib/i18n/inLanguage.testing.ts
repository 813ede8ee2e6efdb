import { readFileSync } from 'node:fs'
import { vi } from 'vitest'
import { language } from './language.svelte'

/** For tests: the language of the UI by a device's tag, with the messages of its files. */
export async function useLanguage(tag: string): Promise<void> {
  vi.stubGlobal('navigator', { languages: [tag] })
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('fetch', (address: string) => Promise.resolve(new Response(readFileSync(`.${address}`))))
  await language.loadRest()
  await language.load(tag)
}
