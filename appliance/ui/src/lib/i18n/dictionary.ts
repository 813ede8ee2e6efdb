export type Tree = { [word: string]: string | Tree }

/** What has been brought so far, by the sections of words/en.json; the build adds each where its words are named. */
export const dictionary: Tree = {}

export function learn(section: string, words: Tree): void {
  dictionary[section] = words
}
