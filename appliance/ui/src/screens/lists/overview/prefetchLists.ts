import { type List, wholeList } from '$lib/api/lists'
import { connection } from '$lib/http/connection.svelte'
import { device } from '$lib/device/device.svelte'

const MOST = 20
const GAP_MS = 250
const AGAIN_MS = 600_000
let last = -AGAIN_MS

/**
 * Asks for every list once in a while, one after the other, so that a phone that leaves the house has them all. The wall
 * stays where the lists are. The answer stops it.
 */
export function fetchAhead(lists: readonly List[]): () => void {
  if (device.wall || performance.now() - last < AGAIN_MS) return () => {}
  last = performance.now()
  let stopped = false
  void (async () => {
    for (const list of lists.slice(0, MOST)) {
      await new Promise((go) => setTimeout(go, GAP_MS))
      if (stopped || !connection.reached) return
      await wholeList(list.id).refresh()
    }
  })()
  return () => (stopped = true)
}
