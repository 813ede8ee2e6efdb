const PREFIX = 'mantel.'

/** A small value kept on this device; null where it is unset or the browser refuses storage. */
export function loadLocal(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

/** Keeps a value on this device; null forgets it. */
export function saveLocal(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, value)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
