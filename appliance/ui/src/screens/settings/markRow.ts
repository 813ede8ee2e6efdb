const ROWS = '.field, [role="switch"], button, li, h2, h3, p'

/** Marks the row with a title and shows it, also when it is drawn later. */
export function markRow(title: string) {
  return (section: HTMLElement) => {
    const mark = () => {
      const row = rowOf(section, title)
      if (!row) return
      observer.disconnect()
      row.dataset.found = ''
      row.scrollIntoView({ block: 'center' })
    }
    const observer = new MutationObserver(mark)
    observer.observe(section, { childList: true, subtree: true })
    mark()
    return () => {
      observer.disconnect()
      for (const each of section.querySelectorAll<HTMLElement>('[data-found]')) delete each.dataset.found
    }
  }
}

/** What has the title as its whole text: a field, a switch, a button or a heading. */
function rowOf(section: HTMLElement, title: string): HTMLElement | undefined {
  const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT)
  while (texts.nextNode())
    if (texts.currentNode.textContent?.trim() === title)
      return texts.currentNode.parentElement?.closest<HTMLElement>(ROWS) ?? undefined
  return undefined
}
