import { freshId } from '$lib/ids'
import { t } from '$lib/i18n/translate'
import type { FieldErrors, FieldGroup } from './fieldGroup'
import type { Chore, ChoreRequest } from '$lib/api/types'

export type FormStep = Chore['steps'][number]

export const MAX_STEPS = 30

/** What has to be done before the chore can be ticked. */
export class StepsFields implements FieldGroup {
  listId = $state<string | null>(null)
  steps = $state<FormStep[]>([])
  #before = '[]'

  fill(chore: Chore): void {
    this.listId = chore.listId
    this.steps = chore.steps.map((step) => ({ ...step }))
    this.#before = JSON.stringify(this.#used())
  }

  add(): FormStep {
    this.steps.push({ id: freshId(), title: '', emoji: null, photoId: null, timerSeconds: null, time: null })
    return this.steps.at(-1)!
  }

  /** Takes a step out; the function that is returned puts it back. */
  remove(id: string): () => void {
    const at = this.steps.findIndex((step) => step.id === id)
    const [step] = this.steps.splice(at, 1)
    return () => void (step && this.steps.splice(Math.min(at, this.steps.length), 0, step))
  }

  order(ids: readonly string[]): void {
    this.steps = ids.flatMap((id) => this.steps.filter((step) => step.id === id))
  }

  /** A step that has a picture or a time but no name; one that is empty is left out. */
  errors(): FieldErrors {
    const nameless = this.#used().filter(({ title }) => !title.trim())
    return Object.fromEntries(nameless.map(({ id }) => [`steps.${id}`, t('choreForm.steps.nameless')]))
  }

  request(chore: Chore | null): Partial<ChoreRequest> {
    // An archived list stays a chore's checklist, but cannot be chosen again.
    const request: Partial<ChoreRequest> = this.listId === (chore?.listId ?? null) ? {} : { listId: this.listId }
    return JSON.stringify(this.#used()) === this.#before ? request : { ...request, steps: this.#used() }
  }

  text(): string {
    return JSON.stringify([this.listId, this.#used()])
  }

  /** What is set, in words; empty for nothing. */
  summary(): string {
    const count = this.#used().length
    return [count > 0 && t('choreForm.steps.count', { count }), this.listId && t('choreForm.form.list')]
      .filter(Boolean)
      .join(' · ')
  }

  #used(): FormStep[] {
    const used = this.steps.filter(
      ({ title, emoji, photoId, timerSeconds, time }) => title.trim() || emoji || photoId || timerSeconds || time,
    )
    return used.map((step) => ({ ...step, title: step.title.trim() }))
  }
}
