import { keep, kept } from '../storage/localStorage'

/** What this device is: the wall everybody touches, or somebody's own phone, tablet or computer. */
class Device {
  #wall = $state(kept('wall') === '1')
  #home = $state(kept('home') ?? 'calendar')
  #follows = $state(kept('follows'))
  #keyboard = $state(kept('keyboard') ?? 'auto')
  #dimAfter = $state(Number(kept('dimAfter') ?? 0))

  /** The wall resets when left alone, has larger targets and brings its own keyboard. */
  get wall(): boolean {
    return this.#wall
  }

  set wall(wall: boolean) {
    this.#wall = wall
    keep('wall', wall ? '1' : null)
    this.mark()
  }

  /** The screen it begins with and goes back to: the first part of its address. */
  get home(): string {
    return this.#home
  }

  set home(home: string) {
    this.#home = home
    keep('home', home)
  }

  /** The id of the one member whose display this is; null for the whole family. */
  get follows(): string | null {
    return this.#follows
  }

  set follows(id: string | null) {
    this.#follows = id
    keep('follows', id)
  }

  /** The language of the wall's own keyboard, `auto` for the device's; `off` where there is one with keys of plastic. */
  get keyboard(): string {
    return this.#keyboard
  }

  set keyboard(keyboard: string) {
    this.#keyboard = keyboard
    keep('keyboard', keyboard)
  }

  /** Minutes without a touch after which the wall dims by day; 0 for never. */
  get dimAfter(): number {
    return this.#dimAfter
  }

  set dimAfter(minutes: number) {
    this.#dimAfter = minutes
    keep('dimAfter', minutes ? String(minutes) : null)
  }

  /** Tells the style sheet. */
  mark(): void {
    document.documentElement.toggleAttribute('data-wall', this.#wall)
  }
}

export const device = new Device()
