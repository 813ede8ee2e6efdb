import type { AccessScope } from './api/types'
import { setup, SETUP as NAME } from './wizardRunning.svelte'

/** Setup steps in order. A parent's own device has `phone`; a wall ends with `devices`, where it pairs one. */
export const STEPS = ['language', 'family', 'town', 'members', 'calendar', 'starters', 'devices', 'phone'] as const
export type Step = (typeof STEPS)[number]

interface Progress {
  role: AccessScope
  step: Step
  adminKey: string
  adminKeyId: string
  /** The household has members already, so that a wall only needs a parent's device. */
  hasMembers: boolean
  /** A parent's device was added, so that the first admin key is not needed any more. */
  parentAdded: boolean
}

/** Progress of the setup; survives a reload, and ends with the tab. */
class Wizard {
  #progress = $state.raw<Progress | null>(loadProgress())

  constructor() {
    // What is stored may be of an older version.
    setup.running = this.#progress !== null
  }

  get progress(): Progress | null {
    return this.#progress
  }

  /** The key for requests that need admin scope on a wall, whose own key is a display's. */
  get adminKey(): string | undefined {
    return this.#progress?.role === 'display' ? this.#progress.adminKey : undefined
  }

  begin(start: Pick<Progress, 'role' | 'adminKey' | 'adminKeyId' | 'hasMembers'>): void {
    if (start.role === 'admin' && start.hasMembers) return
    this.#keep({ ...start, parentAdded: false, step: start.hasMembers ? 'devices' : STEPS[0] })
  }

  go(step: Step): void {
    if (this.#progress) this.#keep({ ...this.#progress, step })
  }

  markParentAdded(): void {
    if (this.#progress) this.#keep({ ...this.#progress, parentAdded: true })
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
    setup.running = progress !== null
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
