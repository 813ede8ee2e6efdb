/** Copies a text; false where the browser does not let a page do that. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Plain http in the home network has no clipboard of its own. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  const holder = document.querySelector('dialog[open]') ?? document.body
  holder.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}
