import { withQuery } from './query'

/** The current location: `#/lists/42?sort=due` has the path /lists/42, the parts [lists, 42] and one query value. */
export interface Place {
  path: string
  parts: string[]
  query: Record<string, string>
}

export function parse(hash: string): Place {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?', 2)
  const parts = path.split('/').filter(Boolean).map(decodePart)
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- local to this function
  return { path: '/' + parts.join('/'), parts, query: Object.fromEntries(new URLSearchParams(search)) }
}

/** The hash for a path; empty query values are omitted. */
export function href(path: string, query: Record<string, string | null | undefined> = {}): string {
  return `#${withQuery(path, query)}`
}

class Router {
  #place = $state.raw(parse(globalThis.location?.hash ?? ''))

  get place(): Place {
    return this.#place
  }

  /** Shows the screen of an address, see `to`. `replace` adds no history entry. */
  go(hash: string, replace = false): void {
    if (replace) history.replaceState(null, '', hash)
    else if (location.hash !== hash) history.pushState(null, '', hash)
    this.#read()
  }

  /** Goes back, or to the home screen where this page began elsewhere. */
  back(): void {
    if (history.length > 1) history.back()
    else this.go('#/')
  }

  /** The address of the same screen with other query values; null removes one. */
  withQuery(query: Record<string, string | null>): string {
    return href(this.#place.path, { ...this.#place.query, ...query })
  }

  setQuery(query: Record<string, string | null>, replace = false): void {
    this.go(this.withQuery(query), replace)
  }

  /** Follows the address from now on. */
  start(): void {
    for (const name of ['hashchange', 'popstate']) addEventListener(name, () => this.#read())
  }

  #read(): void {
    this.#place = parse(location.hash)
  }
}

export const router = new Router()

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
