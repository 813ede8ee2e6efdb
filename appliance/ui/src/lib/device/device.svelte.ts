import { loadLocal, saveLocal } from '../storage/localStorage'

/** What this device is: the wall everybody touches, or somebody's own phone, tablet or computer. */
class Device {
  #wall = $state(loadLocal('wall') === '1')
  #home = $state(loadLocal('home') ?? 'calendar')
  #follows = $state(loadLocal('follows'))
  #keyboard = $state(loadLocal('keyboard') ?? 'auto')
  #dimAfter = $state(Number(loadLocal('dimAfter') ?? 0))

  /** The wall resets when left alone, has larger targets and brings its own keyboard. */
  get wall(): boolean {
    return this.#wall
  }

  set wall(wall: boolean) {
    this.#wall = wall
    saveLocal('wall', wall ? '1' : null)
    this.mark()
  }

  /** The screen it begins with and goes back to: the first part of its address. */
  get home(): string {
    return this.#home
  }

  set home(home: string) {
    this.#home = home
    saveLocal('home', home)
  }

  /** The id of the one member whose display this is; null for the whole family. */
  get follows(): string | null {
    return this.#follows
  }

  set follows(id: string | null) {
    this.#follows = id
    saveLocal('follows', id)
  }

  /** The language of the wall's own keyboard, `auto` for the device's; `off` where there is one with keys of plastic. */
  get keyboard(): string {
    return this.#keyboard
  }

  set keyboard(keyboard: string) {
    this.#keyboard = keyboard
    saveLocal('keyboard', keyboard)
  }

  /** Minutes without a touch after which the wall dims by day; 0 for never. */
  get dimAfter(): number {
    return this.#dimAfter
  }

  set dimAfter(minutes: number) {
    this.#dimAfter = minutes
    saveLocal('dimAfter', minutes ? String(minutes) : null)
  }

  /** Tells the style sheet. */
  mark(): void {
    document.documentElement.toggleAttribute('data-wall', this.#wall)
  }
}

export const device = new Device()
