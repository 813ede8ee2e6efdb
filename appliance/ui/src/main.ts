import { mount } from 'svelte'
import './styles/tokens.css'
import './styles/base.css'
import App from './App.svelte'
import { busy, watchAnimations } from '$lib/busy'
import { applyAppearance, lastAppearance } from '$lib/colour/appearance'
import { forgetCopies, readCopies } from '$lib/http/resource.svelte'
import { rev } from '$lib/http/rev.svelte'
import { session } from '$lib/http/session.svelte'
import { device } from '$lib/device/device.svelte'
import { layout } from '$lib/device/layout.svelte'
import { language } from '$lib/i18n/language.svelte'
import { parse, router } from './lib/router.svelte'
import { to } from './lib/to'
import { requestPushRenewal } from '$lib/push/pushRenewal.svelte'
import { installServiceWorker } from '$lib/serviceWorker.svelte'
import { serverTime } from '$lib/time/serverTime.svelte'
import { afterNextPaint } from '$lib/touch/motion'
import { loadScreen, routeOf } from './routes'

/** A page that is loaded for the first time shows its frame after this time, without the screen. */
const LONGEST_WAIT_MS = 500
const RETRY_MS = 2_000

const appearance = lastAppearance()
if (appearance) applyAppearance(appearance, serverTime.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)

/**
 * `#/enter?key=…` lets a launcher or a QR code hand over a key, and `wall=1`, before or after the hash, makes this
 * device the wall. Both are removed from the address.
 */
const { parts, query } = parse(location.hash)
const { key, wall = new URLSearchParams(location.search).get('wall') } = query
if (wall) device.wall = wall === '1'
if (parts[0] === 'enter' && key) {
  session.signIn(key)
  router.go(to.home(), true)
} else if (query.wall) router.go(router.withQuery({ wall: null, key: null }), true)

// Not with the app, which is drawn later: the address may change before that.
router.start()
device.mark()
/** The page is empty without messages: asks again until they are there. */
async function loadMessages(): Promise<void> {
  while (!(await language.load(appearance?.language ?? 'auto')))
    await new Promise((again) => setTimeout(again, RETRY_MS))
}

const messages = loadMessages()
/** The frame, the screen and its data are drawn together where they are stored on this device. */
const screen = session.key && loadScreen(routeOf(router.place.parts[0] ?? device.home))
// It would move the screen when it came later.
const side = session.key && layout.wide && import('./shell/SideColumn.svelte')
const prepared = Promise.allSettled([screen, side, readCopies()])
// Before the first screen, which waits for the answer.
rev.start()
const shown = messages
  .then(() => Promise.race([prepared, new Promise((late) => setTimeout(late, LONGEST_WAIT_MS))]))
  .then(() => {
    mount(App, { target: document.getElementById('app')! })
    return afterNextPaint()
  })
void busy(shown).then(forgetCopies)
watchAnimations()
installServiceWorker(shown)
requestPushRenewal()
if ('mantelKiosk' in window)
  void import('./shell/KioskConnection.svelte').then(({ default: KioskConnection }) =>
    mount(KioskConnection, { target: document.body }),
  )
