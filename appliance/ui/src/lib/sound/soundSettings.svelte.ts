import { loadLocal, saveLocal } from '../storage/localStorage'

type Name = 'chime' | 'cheer' | 'voice'

/** What this device may play: a chime for reminders, a cheer for finished chores, and reading aloud. All off at first. */
class SoundSettings {
  #on = $state<Record<Name, boolean>>({ chime: stored('chime'), cheer: stored('cheer'), voice: stored('voice') })

  is(name: Name): boolean {
    return this.#on[name]
  }

  set(name: Name, on: boolean): void {
    this.#on[name] = on
    saveLocal(name, on ? '1' : null)
  }
}

function stored(name: Name): boolean {
  return loadLocal(name) === '1'
}

export const soundSettings = new SoundSettings()
