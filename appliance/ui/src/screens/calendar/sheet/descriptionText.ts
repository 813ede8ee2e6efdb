/** A piece of a description; `href` for a web address. */
export interface TextPiece {
  text: string
  href?: string
}

const ADDRESS = /https?:\/\/[^\s<>"']+/g
const TRAILING = /[.,;:!?\]]+$/

/**
 * Tags of HTML, by which a description counts as such; anything else in angle brackets is text. Those whose names are
 * words, or letters of one, count with attributes only if one has a value or all are flags: `<b or c>` is text.
 */
const WORDS =
  'a|address|article|b|big|body|center|code|font|footer|head|header|i|label|link|main|p|s|section|small|span|strike|strong|' +
  'style|script|sub|table|title|u'
const NAMES =
  'abbr|blockquote|br|dd|del|div|dl|dt|em|h[1-6]|hr|html|img|ins|li|meta|o:p|ol|pre|sup|tbody|td|tfoot|th|thead|tr|tt|ul'
const FLAGS = '(?:\\s+(?:border|compact|hidden|inert|itemscope|noshade|nowrap|reversed|(?:aria|data)-[\\w-]+))*'
const ATTRIBUTES = `(?:\\s+[\\w:-]+(?:\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'<>]+))?)*`
const TAGS = `/?(?:(?:${NAMES})${ATTRIBUTES}|(?:${WORDS})(?:${FLAGS}|(?=\\s[^<>]*=)${ATTRIBUTES}))\\s*/?>`
const TAG = new RegExp(`<${TAGS}`, 'i')
/** A bracket that begins no tag, comment or document type. */
const BRACKET = new RegExp(`<(?!${TAGS}|!--|!doctype\\b)`, 'gi')

/** Splits plain text at web addresses. Only http and https become links. */
export function linkify(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const found of text.matchAll(ADDRESS)) {
    const href = withoutTrailing(found[0])
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) })
    pieces.push({ text: href, href })
    from = found.index + href.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** An address without what ends its sentence; a bracket that it opens itself is closed in it. */
function withoutTrailing(address: string): string {
  const href = address.replace(TRAILING, '')
  const extra = href.endsWith(')') && href.split(')').length > href.split('(').length
  return extra ? withoutTrailing(href.slice(0, -1)) : href
}

/** Plain text of a description, which may be HTML. A link with words of its own is followed by its target. */
export function plainText(text: string): string {
  if (!TAG.test(text)) return text
  const lines = text.replace(BRACKET, '&lt;').replace(/<(br|\/p|\/div|\/li|\/tr|\/h\d)\b[^>]*>/gi, '\n')
  const { body } = new DOMParser().parseFromString(lines, 'text/html')
  for (const unseen of body.querySelectorAll('style, script, title')) unseen.remove()
  for (const link of body.querySelectorAll('a[href]')) link.replaceWith(withTarget(link))
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim()
}

function withTarget(link: Element): string {
  const words = (link.textContent ?? '').trim()
  const target = targetOf(link.getAttribute('href')!.trim())
  if (!target) return words
  return words && bare(words) !== bare(target) ? `${words} (${target})` : target
}

/** A web address, or that of a letter or call without its scheme; undefined for others, as of a script. */
function targetOf(href: string): string | undefined {
  if (/^https?:\/\//i.test(href)) return href.replace(/\s/g, '%20')
  return /^(?:mailto|tel):([^?]+)/i.exec(href)?.[1]
}

const bare = (address: string) => address.replace(/^https?:\/\/|\/$/gi, '').toLowerCase()
