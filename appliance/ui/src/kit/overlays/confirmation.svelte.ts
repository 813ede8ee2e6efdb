export interface Question {
  title: string
  text?: string
  /** What the button that goes ahead says. */
  yes: string
  no?: string
  danger?: boolean
}

/** Questions that wait for an answer; App shows the first. */
export const confirmation = $state<{ question: Question | null; answer: ((yes: boolean) => void) | null }>({
  question: null,
  answer: null,
})

/** Asks before something that cannot be taken back; false when the person thinks better of it. */
export function confirmAction(question: Question): Promise<boolean> {
  confirmation.answer?.(false)
  return new Promise((resolve) => {
    confirmation.question = question
    confirmation.answer = (yes) => {
      confirmation.question = null
      confirmation.answer = null
      resolve(yes)
    }
  })
}
