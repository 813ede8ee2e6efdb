/** How many letters the longest word of a title has. An emoji, which is not separated from it, counts as three. */
export function longestWord(title: string, emoji?: string | null): number {
  return Math.max(...`${emoji ? '···' : ''}${title}`.match(/[^ -]*-?/g)!.map(({ length }) => length))
}
