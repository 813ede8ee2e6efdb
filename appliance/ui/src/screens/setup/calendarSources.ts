import type { MessageKey } from '$lib/i18n/translate'

export type Source = 'google' | 'microsoft' | 'apple' | 'address'

export interface SourceText {
  source: Source
  title: MessageKey
  hint: MessageKey
  /** How to find the address or the password, one step a line. */
  steps: MessageKey[]
  /** Where the first step leads. */
  link?: string
}

/** Where a family may already have a calendar. Only Apple's needs no address: it is read with an app password. */
export const SOURCES: SourceText[] = [
  {
    source: 'google',
    title: 'common.google',
    hint: 'setupSteps.googleFor',
    steps: ['setupSteps.google1', 'setupSteps.google2', 'setupSteps.google3'],
    link: 'https://calendar.google.com/calendar/r/settings',
  },
  {
    source: 'apple',
    title: 'setupSteps.apple',
    hint: 'setupSteps.appleFor',
    steps: ['setupSteps.apple1', 'setupSteps.apple2', 'setupSteps.apple3'],
    link: 'https://account.apple.com/account/manage',
  },
  {
    source: 'microsoft',
    title: 'setupSteps.microsoft',
    hint: 'setupSteps.microsoftFor',
    steps: ['setupSteps.microsoft1', 'setupSteps.microsoft2', 'setupSteps.microsoft3'],
    link: 'https://outlook.live.com/calendar/0/options/calendar/SharedCalendars',
  },
  { source: 'address', title: 'setupSteps.address', hint: 'setupSteps.addressFor', steps: ['setupSteps.address1'] },
]
