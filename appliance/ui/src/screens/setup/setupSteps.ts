import type { Component } from 'svelte'
import type { Step } from '$lib/wizard.svelte'

export interface StepProps {
  /** Ends a step. Nothing happens when somebody has left it meanwhile, while it was being saved. */
  next: (ended: Step) => void
  back?: () => void
  /** The last step ends the setup. */
  last: boolean
}
type StepModule = Promise<{ default: Component<StepProps> }>

const STEP_MODULES: Record<Step, () => StepModule> = {
  language: () => import('./LanguageStep.svelte'),
  family: () => import('./FamilyStep.svelte'),
  town: () => import('./TownStep.svelte'),
  members: () => import('./MembersStep.svelte'),
  calendar: () => import('./CalendarStep.svelte'),
  starters: () => import('./StartersStep.svelte'),
  devices: () => import('./DevicesStep.svelte'),
  phone: () => import('./PhoneStep.svelte'),
}
const loadedSteps: Partial<Record<Step, StepModule>> = {}

/** Returns the same promise each time; another one would rebuild the step. */
export const loadStep = (step: Step): StepModule => (loadedSteps[step] ??= STEP_MODULES[step]())
