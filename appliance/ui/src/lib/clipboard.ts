/** Copies a text. Returns false where the browser does not allow it. */
export async function copy(text: string): Promise<boolean> {
  try {
    // eslint-disable-next-line no-restricted-syntax -- the one place; a failure is caught
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Pages served over plain http have no Clipboard API. */
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
