import type { AccessScope } from './api/access'

const NAME = 'mantel.setup'

/** The first steps of a fresh household, in order. A wall alone has `key`: there the admin key goes to a parent's phone. */
export const STEPS = ['key', 'family', 'members', 'calendar', 'done'] as const
export type Step = (typeof STEPS)[number]

interface Progress {
  role: AccessScope
  step: Step
  adminKey: string
  /** The household has members already, so that nothing is asked beyond the key. */
  hasMembers: boolean
}

/** Where the setup is, from the claim to its end; outlives a reload, and ends with the tab. */
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

  /** The setup is over; a wall forgets the admin key here. */
  end(): void {
    this.#keep(null)
    for (const step of STEPS) this.saveDraft(step, null)
  }

  /** What was typed in a step and not sent yet; null where nothing was. */
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
    // Without storage a reload ends the setup; everything in it is in the settings too.
  }
}
