import { pushed } from '../messages/en/rest.json'

export interface Message {
  title: string
  body: string
  /** Link to a place in this page: `/#/calendar?…`, `/chores`. */
  url: string
  /** A later message with the same tag replaces the earlier one. */
  tag?: string
  /** Ids of waiting ticks, which buttons approve or send back. */
  approve?: string[]
  /** Ids of redeemed rewards that wait, which buttons approve or decline. */
  rewards?: string[]
  /** Texts of the buttons and of what follows them, in the household's language; English where there are none. */
  words?: Record<string, string>
}

/** Parses a push message. Always returns a visible message: browsers revoke push from a worker that shows nothing. */
export function messageOf(text: string | undefined): Message {
  const { title, body, url, tag, approve, rewards, words } = fieldsOf(text)
  return {
    title: nonEmpty(title) ?? pushed.title,
    body: nonEmpty(body) ?? (nonEmpty(title) ? '' : pushed.body),
    url: nonEmpty(url) ?? '/',
    ...(nonEmpty(tag) ? { tag: nonEmpty(tag) } : {}),
    ...(isIds(approve) ? { approve } : {}),
    ...(isIds(rewards) ? { rewards } : {}),
    ...(areTexts(words) ? { words } : {}),
  }
}

/** The full address a message leads to: in this page, or another site. */
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

function areTexts(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => nonEmpty(one))
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
}
