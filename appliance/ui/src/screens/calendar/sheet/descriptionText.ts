/** A piece of a description; `href` for a web address. */
export interface TextPiece {
  text: string
  href?: string
}

const ADDRESS = /https?:\/\/[^\s<>"']+/g
const TRAILING = /[).,;:!?\]]+$/

/** Splits plain text at web addresses. Only http and https become links. */
export function linkify(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const found of text.matchAll(ADDRESS)) {
    const href = found[0].replace(TRAILING, '')
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) })
    pieces.push({ text: href, href })
    from = found.index + href.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** Plain text of an HTML description. */
export function plainText(text: string): string {
  if (!/<\/?[a-z][^>]*>/i.test(text)) return text
  const lines = text.replace(/<(br|\/p|\/div|\/li|\/h\d)\b[^>]*>/gi, '\n')
  const words = new DOMParser().parseFromString(lines, 'text/html').body.textContent ?? ''
  return words.replace(/\n{3,}/g, '\n\n').trim()
}
