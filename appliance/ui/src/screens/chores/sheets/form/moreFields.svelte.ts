import { t } from '$lib/i18n/translate'
import type { FieldErrors, FieldGroup } from './fieldGroup'
import type { Chore, ChoreRequest } from '$lib/api/types'

/** What few chores need. */
export class MoreFields implements FieldGroup {
  paused = $state(false)
  /** Whether a tick waits for a parent's yes; null follows the member. */
  needsApproval = $state<boolean | null>(null)
  /** Whether it asks on until it is done when it was missed; null does so for one that is due once. */
  keepAsking = $state<boolean | null>(null)

  fill(chore: Chore): void {
    this.paused = !chore.active
    this.needsApproval = chore.needsApproval ?? null
    this.keepAsking = chore.keepAsking
  }

  errors(): FieldErrors {
    return {}
  }

  request(): Partial<ChoreRequest> {
    return { active: !this.paused, needsApproval: this.needsApproval, keepAsking: this.keepAsking }
  }

  text(): string {
    return JSON.stringify([this.paused, this.needsApproval, this.keepAsking])
  }

  /** What is set, in words; empty for nothing. */
  summary(): string {
    const yes = this.needsApproval
    return [
      yes !== null && `${t('choreForm.approval.chore')}: ${t(`choreForm.approval.${yes ? 'always' : 'never'}`)}`,
      this.keepAsking !== null && t(`choreForm.more.${this.keepAsking ? 'asks' : 'ends'}`),
      this.paused && t('choreForm.form.paused'),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
