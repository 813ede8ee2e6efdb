export type TextTree = { [key: string]: string | TextTree }

/** The loaded sections of words/en.json; the build adds an import to each file that uses a section. */
const texts: TextTree = {}

/** The texts of the UI's language; empty for English. */
let translated: TextTree = {}

export function addTexts(section: string, tree: TextTree): void {
  texts[section] = tree
}

/** Replaces the texts of the UI's language. */
export function useTexts(tree: TextTree): void {
  translated = tree
}

/** A text or its forms in the UI's language, else in English; undefined where the section is not loaded. */
export function textOf(key: string): string | TextTree | undefined {
  const path = key.split('.')
  return at(translated, path) ?? at(texts, path)
}

function at(tree: TextTree, path: readonly string[]): string | TextTree | undefined {
  let found: string | TextTree | undefined = tree
  for (const part of path) found = typeof found === 'object' ? found[part] : undefined
  return found
}
