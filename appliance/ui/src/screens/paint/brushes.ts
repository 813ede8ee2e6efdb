/** A gradient of all colours. */
export const RAINBOW = 'rainbow'

/** Colours on offer, in display order. */
export const PAINTS = [
  { ink: '#2b2b33', word: 'paint.black' },
  { ink: '#8a8f98', word: 'paint.grey' },
  { ink: '#7a4a2b', word: 'paint.brown' },
  { ink: '#f2c29b', word: 'paint.peach' },
  { ink: '#e5383b', word: 'paint.red' },
  { ink: '#fb8500', word: 'paint.orange' },
  { ink: '#ffd029', word: 'paint.yellow' },
  { ink: '#8ac926', word: 'paint.lime' },
  { ink: '#1e9e4a', word: 'paint.green' },
  { ink: '#19b8b8', word: 'paint.teal' },
  { ink: '#37a6f2', word: 'paint.sky' },
  { ink: '#2451d6', word: 'paint.blue' },
  { ink: '#7b3fd0', word: 'paint.violet' },
  { ink: '#d63fb0', word: 'paint.purple' },
  { ink: '#ff8fbf', word: 'paint.pink' },
  { ink: RAINBOW, word: 'paint.rainbow' },
] as const

/** Brush width in canvas units. */
export const SIZES = [
  { size: 8, word: 'paint.fine' },
  { size: 20, word: 'paint.middle' },
  { size: 44, word: 'paint.thick' },
  { size: 90, word: 'paint.huge' },
] as const

/** Sticker size for each brush size. */
export const STICKER_PER_SIZE = { 8: 64, 20: 110, 44: 180, 90: 300 } as Record<number, number>
