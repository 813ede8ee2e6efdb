/** As the server accepts it. */
const CODE = /^[0-9A-Za-z-]{4,64}$/
/** The 12 digits of a UPC-A are those of an EAN-13 that begins with 0; readers differ in which of the two they say. */
const UPC_A = /^\d{12}$/

/** A barcode as it was read or typed, in the one form in which it is looked up; undefined for what is none. */
export function codeOf(text: string): string | undefined {
  const code = text.replace(/\s/g, '')
  if (!CODE.test(code)) return undefined
  return UPC_A.test(code) ? `0${code}` : code
}
