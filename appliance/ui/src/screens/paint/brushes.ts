/** A gradient of all colours. */
export const RAINBOW = 'rainbow'

/** Colours on offer, in display order. */
export const PAINTS = [
  { ink: '#2b2b33', label: 'paint.black' },
  { ink: '#8a8f98', label: 'paint.grey' },
  { ink: '#7a4a2b', label: 'paint.brown' },
  { ink: '#f2c29b', label: 'paint.peach' },
  { ink: '#e5383b', label: 'paint.red' },
  { ink: '#fb8500', label: 'paint.orange' },
  { ink: '#ffd029', label: 'paint.yellow' },
  { ink: '#8ac926', label: 'paint.lime' },
  { ink: '#1e9e4a', label: 'paint.green' },
  { ink: '#19b8b8', label: 'paint.teal' },
  { ink: '#37a6f2', label: 'paint.sky' },
  { ink: '#2451d6', label: 'paint.blue' },
  { ink: '#7b3fd0', label: 'paint.violet' },
  { ink: '#d63fb0', label: 'paint.purple' },
  { ink: '#ff8fbf', label: 'paint.pink' },
  { ink: RAINBOW, label: 'paint.rainbow' },
] as const

/** Brush width in canvas units. */
export const SIZES = [
  { size: 8, label: 'paint.fine' },
  { size: 20, label: 'paint.middle' },
  { size: 44, label: 'paint.thick' },
  { size: 90, label: 'paint.huge' },
] as const

/** Sticker size for each brush size. */
export const STICKER_PER_SIZE = { 8: 64, 20: 110, 44: 180, 90: 300 } as Record<number, number>
