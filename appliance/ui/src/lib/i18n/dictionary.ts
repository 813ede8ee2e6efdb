export type TextTree = { [key: string]: string | TextTree }

/** The loaded sections of words/en.json; the build adds an import to each file that uses a section. */
export const texts: TextTree = {}

export function addTexts(section: string, tree: TextTree): void {
  texts[section] = tree
}
