import { errorMessage } from '$lib/errors/errorMessage'
import { toast } from './toast.svelte'

/** Says in a toast what went wrong; `what` names the action that failed. */
export function toastFailure(failure: unknown, what?: string): void {
  toast(errorMessage(failure, what), { bad: true })
}

/** Does something that may fail, and answers whether it succeeded; a toast says what went wrong. */
export async function attempt(work: () => Promise<unknown>, what?: string): Promise<boolean> {
  try {
    await work()
    return true
  } catch (failure) {
    toastFailure(failure, what)
    return false
  }
}
