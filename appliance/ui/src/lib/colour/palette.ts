/** Colours for members, calendars and categories, distinguishable across a room in light and dark. */
export const PALETTE = [
  { hex: '#e5604d', label: 'colours.coral' },
  { hex: '#f08a3c', label: 'colours.orange' },
  { hex: '#e3b02e', label: 'colours.sun' },
  { hex: '#8fae3a', label: 'colours.lime' },
  { hex: '#3f9d63', label: 'colours.green' },
  { hex: '#2f9e94', label: 'colours.teal' },
  { hex: '#3a97c9', label: 'colours.sky' },
  { hex: '#4a6fd6', label: 'colours.blue' },
  { hex: '#7a5fd0', label: 'colours.violet' },
  { hex: '#b45bc4', label: 'colours.orchid' },
  { hex: '#dd5f95', label: 'colours.pink' },
  { hex: '#b0584a', label: 'colours.brick' },
  { hex: '#93724f', label: 'colours.walnut' },
  { hex: '#74808e', label: 'colours.slate' },
] as const
