export type TextTree = { [key: string]: string | TextTree }

/** What has been brought so far, by the sections of words/en.json; the build adds each where its words are named. */
export const texts: TextTree = {}

export function addTexts(section: string, tree: TextTree): void {
  texts[section] = tree
}
