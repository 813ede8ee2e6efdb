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
  furnished: boolean
}

/** Where the setup is, from the claim to its end; outlives a reload, and ends with the tab. */
class Wizard {
  #progress = $state.raw<Progress | null>(recalled())

  get running(): boolean {
    return this.#progress !== null
  }

  get progress(): Progress | null {
    return this.#progress
  }

  begin(adminKey: string, role: AccessScope, furnished: boolean): void {
    if (role === 'admin' && furnished) return
    this.#keep({ adminKey, role, furnished, step: role === 'display' ? 'key' : 'family' })
  }

  go(step: Step): void {
    if (this.#progress) this.#keep({ ...this.#progress, step })
  }

  /** The setup is over; a wall forgets the admin key here. */
  end(): void {
    this.#keep(null)
    for (const step of STEPS) this.note(step, null)
  }

  /** What was typed in a step and not sent yet; null where nothing was. */
  noted<T>(step: Step): T | null {
    return recall<T>(`${NAME}.${step}`)
  }

  note(step: Step, typed: unknown): void {
    store(`${NAME}.${step}`, typed)
  }

  #keep(progress: Progress | null): void {
    this.#progress = progress
    store(NAME, progress)
  }
}

export const wizard = new Wizard()

function recalled(): Progress | null {
  const found = recall<Progress>(NAME)
  return found && STEPS.includes(found.step) ? found : null
}

function recall<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as T | null
  } catch {
    return null
  }
}

function store(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Without storage a reload ends the setup; everything in it is in the settings too.
  }
}
