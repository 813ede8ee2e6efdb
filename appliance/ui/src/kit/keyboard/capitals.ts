type TextField = HTMLInputElement | HTMLTextAreaElement

/** Types whose text is an address or a secret. */
const AS_TYPED = ['password', 'email', 'url']
const SENTENCE_END = /[.!?…]["'”’»)]*\s+$/

/** Whether the next letter of a field is a capital: of each word in names, of each sentence elsewhere. */
export function isCapitalNext(field: TextField): boolean {
  if (AS_TYPED.includes(field.type)) return false
  // What is typed replaces a suggestion, which is selected.
  const before = field.value.slice(0, field.selectionStart ?? field.value.length)
  return beginsCapital(before, field.autocapitalize)
}

/** By the text before the caret and the field's `autocapitalize`. */
export function beginsCapital(before: string, autocapitalize: string): boolean {
  if (['off', 'none'].includes(autocapitalize)) return false
  if (before === '' || before.endsWith('\n')) return true
  return autocapitalize === 'words' ? /[\s-]$/.test(before) : SENTENCE_END.test(before)
}
