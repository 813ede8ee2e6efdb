export interface NotesPart {
  /** The heading above; empty where there is none. */
  heading: string
  lines: string[]
}

/** The parts of release notes: headings, and the entries below each, in the form of CHANGELOG.md. */
export function notesParts(notes: string): NotesPart[] {
  const parts: NotesPart[] = [{ heading: '', lines: [] }]
  let open = false
  for (const line of notes.split('\n')) {
    const part = parts[parts.length - 1]!
    const text = line.trim()
    if (/^##+ /.test(line)) parts.push({ heading: line.replace(/^#+ /, '').trim(), lines: [] })
    else if (text && !line.startsWith('# ')) {
      // An entry goes on in the lines that follow it.
      if (open && !/^[-*] /.test(text)) part.lines[part.lines.length - 1] += ` ${plain(text)}`
      else part.lines.push(plain(text.replace(/^[-*] /, '')))
      open = true
      continue
    }
    open = false
  }
  return parts.filter(({ lines }) => lines.length > 0)
}

const plain = (text: string) =>
  text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replace(/`([^`]+)`|\*\*([^*]+)\*\*/g, '$1$2')
