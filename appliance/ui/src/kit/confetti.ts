import { prefersReducedMotion } from '$lib/touch/motion'
import { PALETTE } from '$lib/colour/palette'

const PIECES = 70
const LASTS_MS = 1400

/** Confetti from each point of the page; none with reduced motion. */
export function confetti(...from: { x: number; y: number }[]): void {
  if (prefersReducedMotion()) return
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return
  Object.assign(canvas, { width: innerWidth, height: innerHeight })
  Object.assign(canvas.style, { position: 'fixed', inset: '0', pointerEvents: 'none', zIndex: '100' })
  document.body.append(canvas)
  const pieces = from.flatMap(burst)
  const start = performance.now()
  function frame(now: number) {
    const age = (now - start) / 1000
    if (age * 1000 > LASTS_MS || !pen) return canvas.remove()
    pen.clearRect(0, 0, canvas.width, canvas.height)
    pen.globalAlpha = Math.min(1, (LASTS_MS / 1000 - age) * 2.5)
    for (const piece of pieces) {
      pen.save()
      pen.translate(piece.x + piece.dx * age, piece.y + piece.dy * age + 620 * age * age)
      pen.rotate(piece.spin * age)
      pen.fillStyle = piece.fill
      pen.fillRect(-piece.size / 2, -piece.size / 3, piece.size, piece.size * 0.66)
      pen.restore()
    }
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

function burst({ x, y }: { x: number; y: number }) {
  return Array.from({ length: PIECES }, (_, at) => {
    const angle = Math.random() * 2 * Math.PI
    const speed = 180 + Math.random() * 420
    return {
      x,
      y,
      dx: Math.cos(angle) * speed,
      dy: Math.sin(angle) * speed - 320,
      size: 6 + Math.random() * 8,
      spin: (Math.random() - 0.5) * 16,
      fill: PALETTE[at % PALETTE.length]!.hex,
    }
  })
}
