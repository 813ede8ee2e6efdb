/** Which of the first six digits are in the second set, by the digit before them; then the first set, by digit. */
const SETS = '000000 001011 001101 001110 010011 011001 011100 010101 010110 011010'.split(' ')
const FIRST = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const GUARD = '101'
const MIDDLE = '01010'
/** Pixels of the narrowest bar, and of the white around the bars, in bars. */
const BAR = 4
const QUIET = 12

const inverted = (bits: string) => bits.replace(/./g, (bit) => (bit === '1' ? '0' : '1'))
const reversed = (bits: string) => [...bits].reverse().join('')

/** Draws an EAN-13 as a printer does, on a canvas of its own size. */
export function drawEan13(canvas: HTMLCanvasElement, code: string): void {
  const [first = 0, ...digits] = [...code].map(Number)
  const left = digits.slice(0, 6).map((digit, at) => {
    const bits = FIRST[digit]!
    return SETS[first]![at] === '1' ? reversed(inverted(bits)) : bits
  })
  const right = digits.slice(6).map((digit) => inverted(FIRST[digit]!))
  const bars = [GUARD, ...left, MIDDLE, ...right, GUARD].join('')

  Object.assign(canvas, { width: (bars.length + 2 * QUIET) * BAR, height: 300 })
  const context = canvas.getContext('2d')!
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'black'
  for (const [at, bit] of [...bars].entries()) if (bit === '1') context.fillRect((QUIET + at) * BAR, 50, BAR, 200)
}
