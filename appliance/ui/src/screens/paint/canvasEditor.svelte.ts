import type { Drawing } from '$lib/storage/indexedDb'
import { freshId } from '$lib/ids'
import { serverTime } from '$lib/time/serverTime.svelte'
import { loadLocal, saveLocal } from '$lib/storage/localStorage'
import { History } from './history'
import { draw, drawPiece, type Mark, PAPER, Pen, PIECE, type Size } from './strokes'
import { PAINTS, SIZES, STICKER_PER_SIZE } from './brushes'
import * as store from './drawingStore'

/** The selected tool. */
type Tool = 'brush' | 'eraser' | 'sticker'

/** A finger on the canvas, and how many pieces of its stroke are final. */
type Finger = { pen: Pen; drawn: number } | { sticker: Extract<Mark, { kind: 'sticker' }> }

const [LONG, SHORT] = [1440, 1080]
const THUMB = 360
const TILT = 0.5
const FLATTEN_AT = 40
const THUMBNAIL_DELAY_MS = 1_200

/**
 * The current drawing. Every mark is stored when the finger is lifted, as a record of its own: encoding the whole
 * picture would take too long.
 */
class CanvasEditor {
  drawing = $state.raw<Drawing>()
  tool = $state<Tool>('brush')
  ink = $state<string>(PAINTS[4].ink)
  size = $state<number>(SIZES[1].size)
  sticker = $state('🐱')
  undoable = $state(false)
  blank = $state(true)
  /** The maximum number of drawings is reached, and this one is new. */
  full = $state(false)
  /** The browser could not store the last mark. */
  failed = $state(false)

  #history = new History()
  #ground: CanvasRenderingContext2D | null = null
  #shown: CanvasRenderingContext2D | null = null
  #live: CanvasRenderingContext2D | null = null
  #fingers = new Map<number, Finger>()
  #frame = 0
  #stored = false
  /** There is a flattened picture below the marks. */
  #flat = false
  #flattening = false
  #thumbnailTimer: ReturnType<typeof setTimeout> | undefined

  /** Opens the last drawing of this device, or a new one. */
  async restore(upright: boolean): Promise<void> {
    if (this.drawing) return
    const id = loadLocal('drawing')
    const stored = id ? await store.read(id).catch(() => undefined) : undefined
    if (stored) await this.#load(stored)
    else this.startNew(upright)
  }

  async open(id: string): Promise<void> {
    const stored = await store.read(id)
    if (stored) await this.#load(stored)
  }

  startNew(upright: boolean): void {
    const [width, height] = upright ? [SHORT, LONG] : [LONG, SHORT]
    this.#setDrawing(
      { drawing: { id: freshId(), name: null, at: serverTime.now(), width, height, thumb: '' }, marks: [], first: 0 },
      false,
    )
  }

  /** Called when the screen closes. An unsaved drawing stays in memory. */
  leave(): void {
    this.saveNow()
    this.#shown = this.#live = null
    if (this.#stored || this.blank) this.unload()
  }

  unload(): void {
    clearTimeout(this.#thumbnailTimer)
    this.drawing = undefined
    this.#ground = null
  }

  /** The canvases: `shown` for the drawing, `live` for strokes in progress. */
  show(shown: HTMLCanvasElement, live: HTMLCanvasElement): void {
    this.#shown = shown.getContext('2d', { alpha: false })
    // Unsynchronized where supported, so that the line follows the finger closely.
    this.#live = live.getContext('2d', { desynchronized: true })
    this.#repaint()
  }

  down(id: number, x: number, y: number, pressure: number | null, time: number): void {
    if (this.tool === 'sticker') {
      const size = STICKER_PER_SIZE[this.size]!
      this.#fingers.set(id, {
        sticker: { kind: 'sticker', sticker: this.sticker, x, y, size, turn: (Math.random() - 0.5) * TILT },
      })
    } else {
      const ink = this.tool === 'eraser' ? PAPER : this.ink
      this.#fingers.set(id, { pen: new Pen(ink, this.size, x, y, pressure, time), drawn: 0 })
    }
    this.blank = false
    this.#scheduleFrame()
  }

  move(id: number, x: number, y: number, pressure: number | null, time: number): void {
    const finger = this.#fingers.get(id)
    if (!finger) return
    if ('pen' in finger) finger.pen.to(x, y, pressure, time)
    else Object.assign(finger.sticker, { x, y })
    this.#scheduleFrame()
  }

  up(id: number): void {
    const finger = this.#fingers.get(id)
    if (!finger || !this.#shown) return
    this.#fingers.delete(id)
    if ('pen' in finger) {
      drawPiece(this.#shown, finger.pen.ink, finger.pen.size, finger.pen.from(finger.drawn * PIECE))
      this.#add(finger.pen.mark())
    } else {
      draw(this.#shown, finger.sticker)
      this.#add(finger.sticker)
    }
    this.#scheduleFrame()
  }

  clear(): void {
    this.#finishStrokes()
    if (!this.#shown) return
    draw(this.#shown, { kind: 'clear' })
    this.#add({ kind: 'clear' })
  }

  undo(): void {
    this.#finishStrokes()
    const seq = this.#history.undo()
    if (seq === undefined || !this.drawing) return
    this.#repaint()
    this.#updateState()
    if (this.#stored) this.#track(store.removeMark(this.drawing.id, seq))
    this.#scheduleThumbnail()
  }

  /** Whether the last mark was a clear. */
  get cleared(): boolean {
    return this.#history.marks.at(-1)?.kind === 'clear'
  }

  /** Saves everything now, because the page may be closed. */
  saveNow(): void {
    this.#finishStrokes()
    clearTimeout(this.#thumbnailTimer)
    this.#saveThumbnail()
  }

  async #load(stored: store.StoredDrawing): Promise<void> {
    const picture = stored.picture && (await createImageBitmap(stored.picture))
    this.#setDrawing(stored, true, picture)
    picture?.close()
  }

  #setDrawing({ drawing, marks, first }: store.StoredDrawing, isStored: boolean, picture?: ImageBitmap): void {
    this.#fingers.clear()
    this.#stored = isStored
    this.full = this.failed = false
    this.#history = new History(marks, first)
    this.#ground = sheet(drawing, picture)
    for (const mark of this.#history.settled) draw(this.#ground, mark)
    this.drawing = drawing
    this.#flat = picture !== undefined
    if (isStored) saveLocal('drawing', drawing.id)
    this.#updateState()
    // The thumbnail may be outdated if the page was closed quickly.
    if (isStored) this.#scheduleThumbnail()
  }

  #add(mark: Mark): void {
    const drawing = this.drawing
    if (!drawing) return
    const seq = this.#history.next
    const settled = this.#history.add(mark)
    if (settled && this.#ground) draw(this.#ground, settled)
    this.#updateState()
    this.drawing = { ...drawing, at: serverTime.now() }
    if (this.#stored) this.#track(store.add(this.drawing, seq, mark))
    else this.#track(this.#saveNew())
    if (this.#stored && this.#history.settled.length >= FLATTEN_AT) this.#track(this.#flatten())
    this.#scheduleThumbnail()
  }

  /** A new drawing is stored with its first mark; while storage is full, each further mark tries again. */
  async #saveNew(): Promise<void> {
    const drawing = this.drawing!
    const [marks, first] = [[...this.#history.marks], this.#history.next - this.#history.marks.length]
    const stored = await store.save({ drawing, marks, first })
    if (this.drawing?.id !== drawing.id) return
    this.full = !stored
    this.#stored ||= stored
    if (!stored) return
    saveLocal('drawing', drawing.id)
    void navigator.storage?.persist?.()
  }

  async #flatten(): Promise<void> {
    const [drawing, canvas] = [this.drawing!, this.#ground!.canvas]
    if (this.#flattening) return
    this.#flattening = true
    const settled = this.#history.flatten()
    this.#flat = true
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    if (picture) await store.flatten(drawing.id, picture, settled)
    this.#flattening = false
  }

  #scheduleThumbnail(): void {
    clearTimeout(this.#thumbnailTimer)
    this.#thumbnailTimer = setTimeout(() => this.#saveThumbnail(), THUMBNAIL_DELAY_MS)
  }

  #saveThumbnail(): void {
    if (!this.drawing || !this.#stored || !this.#shown) return
    this.drawing = { ...this.drawing, thumb: thumbOf(this.#shown.canvas) }
    this.#track(store.updateDrawing(this.drawing))
  }

  #track(work: Promise<unknown>): void {
    work.then(
      () => (this.failed = false),
      () => (this.failed = true),
    )
  }

  #finishStrokes(): void {
    for (const id of [...this.#fingers.keys()]) this.up(id)
  }

  #updateState(): void {
    this.blank = !this.#flat && this.#history.marks.length === 0
    this.undoable = this.#history.open.length > 0
  }

  #repaint(): void {
    if (!this.#shown || !this.#ground) return
    this.#shown.drawImage(this.#ground.canvas, 0, 0)
    for (const mark of this.#history.open) draw(this.#shown, mark)
  }

  #scheduleFrame(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#drawFingers())
  }

  #drawFingers(): void {
    this.#frame = 0
    const [shown, live] = [this.#shown, this.#live]
    if (!shown || !live) return
    live.clearRect(0, 0, live.canvas.width, live.canvas.height)
    for (const finger of this.#fingers.values()) {
      if ('sticker' in finger) draw(live, finger.sticker)
      else {
        const { ink, size } = finger.pen
        for (; finger.pen.length > (finger.drawn + 1) * PIECE; finger.drawn++) {
          drawPiece(shown, ink, size, finger.pen.piece(finger.drawn))
        }
        drawPiece(live, ink, size, finger.pen.from(finger.drawn * PIECE))
      }
    }
  }
}

export const editor = new CanvasEditor()

/** Renders a stored drawing as one picture. */
export async function renderDrawing(id: string): Promise<Blob | null> {
  const found = await store.read(id)
  if (!found) return null
  const picture = found.picture && (await createImageBitmap(found.picture))
  const context = sheet(found.drawing, picture)
  for (const mark of found.marks) draw(context, mark)
  return new Promise((resolve) => context.canvas.toBlob(resolve))
}

function sheet({ width, height }: Size, picture?: ImageBitmap): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { alpha: false })!
  draw(context, { kind: 'clear' })
  if (picture) context.drawImage(picture, 0, 0)
  return context
}

function thumbOf(canvas: HTMLCanvasElement): string {
  const small = document.createElement('canvas')
  const share = THUMB / Math.max(canvas.width, canvas.height)
  Object.assign(small, { width: canvas.width * share, height: canvas.height * share })
  const context = small.getContext('2d', { alpha: false })!
  context.imageSmoothingQuality = 'high'
  context.drawImage(canvas, 0, 0, small.width, small.height)
  return small.toDataURL('image/webp', 0.8)
}
