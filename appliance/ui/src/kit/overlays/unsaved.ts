import { loadLocal, saveLocal } from '$lib/storage/localStorage'

/** The contents of a sheet's text fields, by label. */
export type FieldTexts = Record<string, string>

const KEEP_MS = 24 * 60 * 60_000
const FIELDS = 'input:is(:not([type]), [type=text], [type=search], [type=url], [type=email]), textarea'

export function textsIn(sheet: HTMLElement): FieldTexts {
  return Object.fromEntries([...fields(sheet)].map(([name, field]) => [name, field.value]).filter(([, text]) => text))
}

/** Fills in the saved texts as if they were typed. */
export function fillIn(sheet: HTMLElement, words: FieldTexts): void {
  for (const [name, field] of fields(sheet)) {
    if (words[name] === undefined) continue
    field.value = words[name]
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }))
  }
}

/** The texts of a sheet that the idle reset closed, if they differ from what it shows now. */
export function loadUnsaved(title: string, shown: FieldTexts): FieldTexts | null {
  try {
    const { at, words } = JSON.parse(loadLocal(`unsaved.${title}`) ?? '{}') as { at: number; words: FieldTexts }
    if (!(Date.now() - at < KEEP_MS)) return null
    return Object.entries(words).some(([name, text]) => shown[name] !== text) ? words : null
  } catch {
    return null
  }
}

export function saveUnsaved(title: string, words: FieldTexts | null): void {
  saveLocal(`unsaved.${title}`, words && JSON.stringify({ at: Date.now(), words }))
}

/** Only fields without secrets. */
function* fields(sheet: HTMLElement): Generator<[string, HTMLInputElement | HTMLTextAreaElement]> {
  const seen = new Map<string, number>()
  for (const field of sheet.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)) {
    const label = field.ariaLabel ?? field.labels?.[0]?.textContent ?? field.placeholder
    const count = (seen.get(label) ?? 0) + 1
    seen.set(label, count)
    yield [count > 1 ? `${label} ${count}` : label, field]
  }
}
