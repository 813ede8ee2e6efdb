import type { AccessScope } from './api/types'

const NAME = 'mantel.setup'

/** Setup steps in order. Only a wall has `key`: it hands the admin key to a parent's phone. */
export const STEPS = ['key', 'family', 'members', 'calendar', 'done'] as const
export type Step = (typeof STEPS)[number]

interface Progress {
  role: AccessScope
  step: Step
  adminKey: string
  /** The household has members already, so that only the key step is needed. */
  hasMembers: boolean
}

/** Progress of the setup; survives a reload, and ends with the tab. */
class Wizard {
  #progress = $state.raw<Progress | null>(loadProgress())

  get running(): boolean {
    return this.#progress !== null
  }

  get progress(): Progress | null {
    return this.#progress
  }

  begin(adminKey: string, role: AccessScope, hasMembers: boolean): void {
    if (role === 'admin' && hasMembers) return
    this.#keep({ adminKey, role, hasMembers, step: role === 'display' ? 'key' : 'family' })
  }

  go(step: Step): void {
    if (this.#progress) this.#keep({ ...this.#progress, step })
  }

  /** Ends the setup; a wall deletes the admin key here. */
  end(): void {
    this.#keep(null)
    for (const step of STEPS) this.saveDraft(step, null)
  }

  /** Input of a step that was not sent yet; null if none. */
  draft<T>(step: Step): T | null {
    return load<T>(`${NAME}.${step}`)
  }

  saveDraft(step: Step, typed: unknown): void {
    save(`${NAME}.${step}`, typed)
  }

  #keep(progress: Progress | null): void {
    this.#progress = progress
    save(NAME, progress)
  }
}

export const wizard = new Wizard()

function loadProgress(): Progress | null {
  const found = load<Progress>(NAME)
  return found && STEPS.includes(found.step) ? found : null
}

function load<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as T | null
  } catch {
    return null
  }
}

function save(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Without storage a reload ends the setup; everything in it is also in the settings.
  }
}
