import { compareTexts } from '$lib/i18n/collation'
import { database } from '$lib/storage/indexedDb'
import type { WholeList } from '$lib/api/types'

const MAX_TITLES = 300
const STORE_KEY = 'titles'

/** Titles used before, latest first: those typed on this device, then those of all cached lists. */
export async function suggestedTitles(): Promise<string[]> {
  try {
    const copies = await (
      await database()
    ).getAll('copies', IDBKeyRange.bound('/api/lists/', '/api/lists0', true, true))
    const items = copies.flatMap(({ text }) => (JSON.parse(text) as WholeList).items ?? [])
    items.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    return unique([...(await storedTitles()), ...items.map(({ title }) => title)])
  } catch {
    return []
  }
}

export async function rememberTitles(titles: readonly string[]): Promise<void> {
  try {
    const kept = unique([...titles, ...(await storedTitles())]).slice(0, MAX_TITLES)
    await (await database()).put('marks', JSON.stringify(kept), STORE_KEY)
  } catch {
    // Without storage there are no suggestions next time.
  }
}

/** Titles that begin with the query, then those with a word that does; without items already on the list. */
export function matchingTitles(typed: string, titles: readonly string[], present: readonly string[]): string[] {
  const begins = (text: string) => compareTexts(text.slice(0, typed.length), typed) === 0
  const candidates = titles.filter(
    (title) => title.length > typed.length && !present.some((one) => compareTexts(one, title) === 0),
  )
  const first = candidates.filter(begins)
  return [...first, ...candidates.filter((title) => !begins(title) && title.split(/\s+/).some(begins))]
}

async function storedTitles(): Promise<string[]> {
  return JSON.parse(String((await (await database()).get('marks', STORE_KEY)) ?? '[]')) as string[]
}

function unique(titles: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const title of titles) if (!seen.has(title.toLowerCase())) seen.set(title.toLowerCase(), title)
  return [...seen.values()]
}
