import { loadLocal, saveLocal } from '../storage/localStorage'
import { type Viewing, parseViewing, sizeFactor, textSizeOf } from './legibility'

/** Narrower devices have the layout of a phone, in pixels at the usual text size. */
export const PHONE_WIDTH = 700
/** From this factor on, text is large: it wraps where it would be cut, and there is less beside it. */
export const LARGE_TEXT = 1.5
const windowSize = () => ({ width: globalThis.innerWidth ?? 0, height: globalThis.innerHeight ?? 0 })

/** The role of this device: the shared wall, or a personal phone, tablet or computer. */
class Device {
  #wall = $state(loadLocal('wall') === '1')
  #home = $state(loadLocal('home'))
  #follows = $state(loadLocal('follows'))
  #person = $state(loadLocal('person'))
  #keyboard = $state(loadLocal('keyboard') ?? 'auto')
  #dimAfter = $state(Number(loadLocal('dimAfter') ?? 0))
  #textSize = $state(Number(loadLocal('textSize')) || 1)
  #viewing = $state.raw(parseViewing(loadLocal('viewing')))
  #viewingAsked = $state(loadLocal('viewing') !== null)
  #window = $state.raw(windowSize())
  #text = $derived(
    this.#wall && this.#viewing
      ? textSizeOf(this.#textSize, sizeFactor(this.#viewing, screen, this.#window.width), this.#window)
      : this.#textSize,
  )
  /** The diagonal of the wall's screen in inches, as its kiosk says; null while that is not known. */
  screenInches = $state<number | null>(null)

  constructor() {
    globalThis.addEventListener?.('resize', () => {
      this.#window = windowSize()
      if (this.#viewing) this.mark()
    })
  }

  /** A wall resets when idle, has larger targets and its own keyboard. */
  get wall(): boolean {
    return this.#wall
  }

  set wall(wall: boolean) {
    this.#wall = wall
    saveLocal('wall', wall ? '1' : null)
    this.mark()
  }

  /** Start screen: the first part of its path. */
  get home(): string {
    return this.#home ?? (this.#wall || this.#window.width / this.#text < PHONE_WIDTH ? 'board' : 'calendar')
  }

  set home(home: string) {
    this.#home = home
    saveLocal('home', home)
  }

  /** The member whose display this is; null for the whole family. */
  get follows(): string | null {
    return this.#follows
  }

  set follows(id: string | null) {
    this.#follows = id
    saveLocal('follows', id)
  }

  /** Whose phone this is: their day comes first, and the family's after it. A device that follows somebody is theirs. */
  get person(): string | null {
    return (this.#person ?? this.#follows) || null
  }

  set person(id: string | null) {
    this.#person = id ?? ''
    saveLocal('person', this.#person)
  }

  /** Whether somebody has said whose phone this is, or that it is everybody's. */
  get personAsked(): boolean {
    return (this.#person ?? this.#follows) !== null
  }

  /** Language of the on-screen keyboard; `auto` for the device's language, `off` with a hardware keyboard. */
  get keyboard(): string {
    return this.#keyboard
  }

  set keyboard(keyboard: string) {
    this.#keyboard = keyboard
    saveLocal('keyboard', keyboard)
  }

  /** Minutes without a touch until the wall dims by day; 0 for never. */
  get dimAfter(): number {
    return this.#dimAfter
  }

  set dimAfter(minutes: number) {
    this.#dimAfter = minutes
    saveLocal('dimAfter', minutes ? String(minutes) : null)
  }

  /** Factor of the text size on this device, 1 to 2, on top of the household's. */
  get textSize(): number {
    return this.#textSize
  }

  set textSize(size: number) {
    this.#textSize = size
    saveLocal('textSize', size === 1 ? null : String(size))
    this.mark()
  }

  /** How large this wall is and from where it is read; null while that is not known. */
  get viewing(): Viewing | null {
    return this.#viewing
  }

  set viewing(viewing: Viewing | null) {
    this.#viewing = viewing
    this.#viewingAsked = true
    saveLocal('viewing', viewing ? JSON.stringify(viewing) : 'usual')
    this.mark()
  }

  /** Whether somebody has said how the wall is read, or that its usual size is right. */
  get viewingAsked(): boolean {
    return this.#viewingAsked
  }

  /** Factor of the text on this device: what was chosen, and on a wall what its distance needs. */
  get text(): number {
    return this.#text
  }

  /** Sets what the style sheets use. */
  mark(): void {
    const root = document.documentElement
    root.style.setProperty('--text-size', `${this.#text}`)
    root.toggleAttribute('data-large', this.#text >= LARGE_TEXT)
    root.toggleAttribute('data-wall', this.#wall)
    root.toggleAttribute('data-measured', this.#wall && this.#viewing !== null)
  }
}

export const device = new Device()
