import { pushed } from '../words/en.json'

export interface Message {
  title: string
  body: string
  /** What it is about, as the house writes it: `/#/calendar?…`, `/chores`. */
  url: string
  /** A later message of the same tag takes the place of the earlier one. */
  tag?: string
}

/** What a push says. Whatever arrived is made something to read: a browser takes push away from a worker that shows nothing. */
export function messageOf(text: string | undefined): Message {
  const { title, body, url, tag } = fieldsOf(text)
  return {
    title: nonEmpty(title) ?? pushed.title,
    body: nonEmpty(body) ?? (nonEmpty(title) ? '' : pushed.body),
    url: nonEmpty(url) ?? '/',
    ...(nonEmpty(tag) ? { tag: nonEmpty(tag) } : {}),
  }
}

/** The whole address that a message leads to: a place in this page, or a page elsewhere. */
export function addressOf(link: string, origin: string): string {
  const home = `${origin}/`
  if (!URL.canParse(link, home)) return home
  const { origin: host, protocol, pathname, search, hash, href } = new URL(link, home)
  if (host === origin) return `${home}${hash || `#${pathname}${search}`}`
  return protocol === 'https:' || protocol === 'http:' ? href : home
}

function fieldsOf(text: string | undefined): Record<string, unknown> {
  if (!text?.trim()) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object') return { body: String(value) }
    return (value ?? {}) as Record<string, unknown>
  } catch {
    return { body: text }
  }
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value : undefined
}
