export interface Question {
  title: string
  text?: string
  /** What the button that goes ahead says. */
  yes: string
  no?: string
  danger?: boolean
}

/** Questions that wait for an answer; App shows the first. */
export const asking = $state<{ question: Question | null; answer: ((yes: boolean) => void) | null }>({
  question: null,
  answer: null,
})

/** Asks before something that cannot be taken back; false when the person thinks better of it. */
export function ask(question: Question): Promise<boolean> {
  asking.answer?.(false)
  return new Promise((resolve) => {
    asking.question = question
    asking.answer = (yes) => {
      asking.question = null
      asking.answer = null
      resolve(yes)
    }
  })
}
