import type { Plugin } from 'vite'
import { png, svg, type Shape } from './drawShapes.ts'

/** The logo (a hearth under a mantel) on a square of 512 units. */
const MARK: Shape[] = [
  { x: 76, y: 116, width: 360, height: 60, radius: 30, fill: '#fff7ef' },
  { x: 112, y: 194, width: 288, height: 214, radius: 40, fill: '#fff7ef' },
  { x: 172, y: 240, width: 168, height: 168, radius: 84, fill: '#8f3f2c' },
  { x: 172, y: 324, width: 168, height: 84, radius: 0, fill: '#8f3f2c' },
  { x: 210, y: 316, width: 92, height: 92, radius: 46, fill: '#ffb45c' },
  { x: 236, y: 272, width: 40, height: 84, radius: 20, fill: '#ffb45c' },
  { x: 236, y: 350, width: 40, height: 46, radius: 20, fill: '#fff0d2' },
]

/** The logo in one colour: a phone's status bar uses only the outline. */
const BADGE: Shape[] = [
  { x: 76, y: 116, width: 360, height: 60, radius: 30, fill: '#ffffff' },
  { x: 112, y: 194, width: 84, height: 214, radius: 30, fill: '#ffffff' },
  { x: 316, y: 194, width: 84, height: 214, radius: 30, fill: '#ffffff' },
  { x: 222, y: 272, width: 68, height: 136, radius: 34, fill: '#ffffff' },
]

const tile = (radius: number): Shape => ({ x: 0, y: 0, width: 512, height: 512, radius, fill: '#d9694a' })

/** Draws the product's icons from one list of shapes; a maskable icon fills its whole square. */
export function icons(): Plugin {
  return {
    name: 'mantel-icons',
    configureServer(server) {
      server.middlewares.use('/icons/icon.svg', (_request, response) => {
        response.setHeader('Content-Type', 'image/svg+xml').end(svg([tile(116), ...MARK]))
      })
    },
    generateBundle() {
      const emit = (fileName: string, source: string | Uint8Array) => this.emitFile({ type: 'asset', fileName, source })
      emit('icons/icon.svg', svg([tile(116), ...MARK]))
      emit('icons/icon-192.png', png([tile(116), ...MARK], 192))
      emit('icons/icon-512.png', png([tile(116), ...MARK], 512))
      emit('icons/badge-96.png', png(BADGE, 96))
      emit('icons/maskable-512.png', png([tile(0), ...MARK], 512))
      emit('icons/apple-touch-icon.png', png([tile(0), ...MARK], 180))
    },
  }
}
