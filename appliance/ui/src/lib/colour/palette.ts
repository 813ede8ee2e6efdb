/** Colours for members, calendars and categories, distinguishable across a room in light and dark. */
export const PALETTE = [
  { hex: '#e5604d', word: 'colours.coral' },
  { hex: '#f08a3c', word: 'colours.orange' },
  { hex: '#e3b02e', word: 'colours.sun' },
  { hex: '#8fae3a', word: 'colours.lime' },
  { hex: '#3f9d63', word: 'colours.green' },
  { hex: '#2f9e94', word: 'colours.teal' },
  { hex: '#3a97c9', word: 'colours.sky' },
  { hex: '#4a6fd6', word: 'colours.blue' },
  { hex: '#7a5fd0', word: 'colours.violet' },
  { hex: '#b45bc4', word: 'colours.orchid' },
  { hex: '#dd5f95', word: 'colours.pink' },
  { hex: '#b0584a', word: 'colours.brick' },
  { hex: '#93724f', word: 'colours.walnut' },
  { hex: '#74808e', word: 'colours.slate' },
] as const
