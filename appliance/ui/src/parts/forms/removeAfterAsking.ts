import { attempt } from '$kit/overlays/attempt'
import { confirmAction } from '$kit/overlays/confirmation.svelte'
import { toast } from '$kit/overlays/toast.svelte'

interface Question {
  title: string
  text: string
  yes: string
  /** The toast afterwards. */
  done: string
  say?: (text: string) => void
}

/** Asks, removes and says so in a toast. Answers whether it was removed; a toast names what went wrong. */
export async function removeAfterAsking({ done, say = toast, ...question }: Question, remove: () => Promise<unknown>) {
  if (!(await confirmAction({ ...question, danger: true }))) return false
  if (!(await attempt(remove))) return false
  say(done)
  return true
}
