import { loadLocal, saveLocal } from '$lib/storage/localStorage'

const NAME = 'searches'
const MOST = 6

/** What was searched for on this device, the newest first: only searches of which a result was opened. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(loadLocal(NAME) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

export function rememberSearch(text: string): void {
  const others = recentSearches().filter((one) => one.toLowerCase() !== text.toLowerCase())
  saveLocal(NAME, JSON.stringify([text, ...others].slice(0, MOST)))
}

export function forgetSearches(): void {
  saveLocal(NAME, null)
}
