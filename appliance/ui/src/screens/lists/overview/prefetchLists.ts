import { wholeList } from '$lib/api/lists'
import { connection } from '$lib/http/connection.svelte'
import { device } from '$lib/device/device.svelte'
import type { List } from '$lib/api/types'

const MAX_LISTS = 20
const PAUSE_MS = 250
const INTERVAL_MS = 600_000
let lastRun = -INTERVAL_MS

/**
 * Loads all lists from time to time, one after the other, so that a phone has them offline. Not on a wall. Returns a
 * function that stops it.
 */
export function prefetchLists(lists: readonly List[]): () => void {
  if (device.wall || performance.now() - lastRun < INTERVAL_MS) return () => {}
  lastRun = performance.now()
  let stopped = false
  void (async () => {
    for (const list of lists.slice(0, MAX_LISTS)) {
      await new Promise((go) => setTimeout(go, PAUSE_MS))
      if (stopped || !connection.reached) return
      await wholeList(list.id).refresh()
    }
  })()
  return () => (stopped = true)
}
