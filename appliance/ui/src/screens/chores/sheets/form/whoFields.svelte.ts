import { t } from '$lib/i18n/translate'
import type { FieldErrors, FieldGroup } from './fieldGroup'
import type { Chore, ChoreRequest, Share } from '$lib/api/types'

const SOME_TIMES = 2
const MONDAY = 1

/** Whose chore it is: one member's, anyone's, or that of several who share it. */
export class WhoFields implements FieldGroup {
  memberId = $state<string | null>(null)
  several = $state(false)
  /** Who shares it, in the order of their turns. */
  memberIds = $state<string[]>([])
  share = $state<Share>('each')
  turnBy = $state<Chore['turnBy']>('due')
  /** How long a turn lasts: `times` of them, or until the week begins on `turnWeekday` (0 is Sunday). */
  turnEvery = $state<Chore['turnEvery']>('due')
  turnTimes = $state(SOME_TIMES)
  turnWeekday = $state(MONDAY)
  #before = ''

  fill(chore: Chore): void {
    this.several = chore.share !== null
    // On a day, a shared chore has the member whose copy or turn it is.
    this.memberId = this.several ? null : chore.memberId
    this.memberIds = [...chore.memberIds]
    this.share = chore.share ?? 'each'
    this.turnBy = chore.turnBy
    this.turnEvery = chore.turnEvery
    this.turnTimes = chore.turnTimes
    this.turnWeekday = chore.turnWeekday
    this.#before = this.text()
  }

  /** Chooses one member, or null for anyone. */
  chooseOne(memberId: string | null): void {
    this.several = false
    this.memberId = memberId
  }

  /** Lets several share it, beginning with the one who was chosen. */
  chooseSeveral(): void {
    if (!this.several && this.memberIds.length === 0 && this.memberId) this.memberIds = [this.memberId]
    this.several = true
  }

  /** Adds a member at the end of the order, or leaves them out. */
  toggle(memberId: string): void {
    this.memberIds = this.memberIds.includes(memberId)
      ? this.memberIds.filter((one) => one !== memberId)
      : [...this.memberIds, memberId]
  }

  errors(): FieldErrors {
    return this.several && this.memberIds.length === 0 ? { memberIds: t('choreForm.form.nobodyChosen') } : {}
  }

  request(chore: Chore | null): Partial<ChoreRequest> {
    if (chore && this.text() === this.#before) return {}
    const { memberIds, share, turnBy, turnEvery, turnTimes, turnWeekday } = this
    const turns = { turnBy, turnEvery, turnTimes, turnWeekday }
    if (this.several && memberIds.length > 1) return { memberIds: [...memberIds], share, ...turns }
    // Nobody shares a chore with only one member: it is that member's.
    const own = { memberId: this.several ? memberIds[0]! : this.memberId }
    return chore?.share ? { ...own, share: null } : own
  }

  #shared() {
    const { memberIds, share, turnBy, turnEvery, turnTimes, turnWeekday } = this
    return [memberIds, share, turnBy, turnEvery, turnTimes, turnWeekday]
  }

  text(): string {
    return JSON.stringify([this.memberId, this.several, this.several && this.#shared()])
  }
}
