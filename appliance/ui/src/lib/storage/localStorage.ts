const PREFIX = 'mantel.'

/** Reads a value from this device; null if unset or storage is denied. */
export function loadLocal(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

/** The values whose names begin with `prefix`; empty if storage is denied. */
export function loadLocals(prefix: string): string[] {
  try {
    return Object.entries(localStorage).flatMap(([name, value]) => (name.startsWith(PREFIX + prefix) ? [value] : []))
  } catch {
    return []
  }
}

/** Stores a value on this device; null removes it. */
export function saveLocal(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, value)
  } catch {
    // Without storage the value lives as long as the page.
  }
}
