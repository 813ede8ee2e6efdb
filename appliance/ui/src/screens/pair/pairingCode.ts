const CODE_DIGITS = 6

/** The code in a text that was typed or pasted: six digits with anything between them, or a link that contains them. */
export function codeOf(text: string): string | null {
  const linked = /[?&]code=(\d{6})(?!\d)/.exec(text)
  if (linked) return linked[1]!
  const digits = text.replace(/\D/g, '')
  return digits.length === CODE_DIGITS ? digits : null
}
