/** Letters that Unicode does not decompose, as the server compares them. */
const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' }

/** A text as it is compared: lower case, without accents. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ßøłđæœı]/g, (letter) => LETTERS[letter]!)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
}
