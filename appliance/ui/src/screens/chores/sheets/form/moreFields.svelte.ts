import { t } from '$lib/i18n/translate'
import type { FieldErrors, FieldGroup } from './fieldGroup'
import type { Chore, ChoreRequest } from '$lib/api/types'

/** What few chores need. */
export class MoreFields implements FieldGroup {
  paused = $state(false)
  /** Whether a tick waits for a parent's yes; null follows the member. */
  needsApproval = $state<boolean | null>(null)

  fill(chore: Chore): void {
    this.paused = !chore.active
    this.needsApproval = chore.needsApproval ?? null
  }

  errors(): FieldErrors {
    return {}
  }

  request(): Partial<ChoreRequest> {
    return { active: !this.paused, needsApproval: this.needsApproval }
  }

  text(): string {
    return JSON.stringify([this.paused, this.needsApproval])
  }

  /** What is set, in words; empty for nothing. */
  summary(): string {
    const yes = this.needsApproval
    return [
      yes !== null && `${t('choreForm.approval.chore')}: ${t(`choreForm.approval.${yes ? 'always' : 'never'}`)}`,
      this.paused && t('choreForm.form.paused'),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
