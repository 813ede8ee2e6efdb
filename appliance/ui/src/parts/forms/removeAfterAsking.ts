import { confirmAction } from '$kit/overlays/confirmation.svelte'
import { toast } from '$kit/overlays/toast.svelte'
import { errorMessage } from '$lib/errors/errorMessage'

interface Question {
  title: string
  text: string
  yes: string
  /** The toast afterwards. */
  done: string
}

/** Asks, removes and says so in a toast. Answers whether it was removed; a toast names what went wrong. */
export async function removeAfterAsking({ done, ...question }: Question, remove: () => Promise<unknown>) {
  if (!(await confirmAction({ ...question, danger: true }))) return false
  try {
    await remove()
  } catch (failure) {
    toast(errorMessage(failure), { bad: true })
    return false
  }
  toast(done)
  return true
}
