import { session } from '$lib/http/session.svelte'
import { device } from '$lib/device/device.svelte'
import { layout } from '$lib/device/layout.svelte'
import { router } from '$lib/router.svelte'
import { to } from '$lib/to'
import type { Approved } from './pairingRequest.svelte'

/** Signs in with the key of an approved pairing, and prepares the device for whom it belongs to. */
export function signInAs({ key, kind, memberId }: Approved): void {
  // A phone is too small for the layout of a wall, whoever uses it.
  device.wall = kind === 'wall' && layout.kind !== 'phone'
  if (kind === 'child' && memberId) {
    device.follows = memberId
    device.home = 'day'
  }
  if (router.place.parts[0] === 'join') router.go(to.home(), true)
  session.signIn(key)
}
