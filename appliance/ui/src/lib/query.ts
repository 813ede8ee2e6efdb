/** A path with its values after the question mark; empty ones are left out. */
export function withQuery(path: string, query?: unknown): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return given.length > 0 ? `${path}?${new URLSearchParams(given as [string, string][])}` : path
}
