import { loadLocal, saveLocal } from '../storage/localStorage'

/** The role of this device: the shared wall, or a personal phone, tablet or computer. */
class Device {
  #wall = $state(loadLocal('wall') === '1')
  #home = $state(loadLocal('home'))
  #follows = $state(loadLocal('follows'))
  #keyboard = $state(loadLocal('keyboard') ?? 'auto')
  #dimAfter = $state(Number(loadLocal('dimAfter') ?? 0))
  #textSize = $state(Number(loadLocal('textSize')) || 1)

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
    return this.#home ?? (this.#wall ? 'board' : 'calendar')
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

  /** Sets what the style sheets use. */
  mark(): void {
    const root = document.documentElement
    root.style.setProperty('--text-size', `${this.#textSize}`)
    root.toggleAttribute('data-large', this.#textSize >= 1.5)
    root.toggleAttribute('data-wall', this.#wall)
  }
}

export const device = new Device()
