export interface Question {
  title: string
  text?: string
  /** Label of the confirm button. */
  yes: string
  no?: string
  danger?: boolean
}

/** The question that waits for an answer. */
export const confirmation = $state<{
  question: Question | null
  answer: ((yes: boolean) => void) | null
}>({ question: null, answer: null })

/** Asks before an action that cannot be undone. Resolves to false when the person cancels. */
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
