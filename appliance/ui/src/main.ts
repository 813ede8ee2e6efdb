import { mount } from 'svelte'
import './styles/tokens.css'
import './styles/base.css'
import App from './App.svelte'
import { applyAppearance, lastAppearance } from '$lib/colour/appearance'
import { rev } from '$lib/http/rev.svelte'
import { session } from '$lib/http/session.svelte'
import { device } from '$lib/device/device.svelte'
import { language } from '$lib/i18n/language.svelte'
import { parse, router } from './lib/router.svelte'
import { requestPushRenewal } from '$lib/push/pushRenewal'
import { installServiceWorker } from '$lib/serviceWorker.svelte'
import { routes } from './routes'

const appearance = lastAppearance()
if (appearance) applyAppearance(appearance, Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)

/**
 * `#/enter?key=…` lets a launcher or a QR code hand over a key, and `wall=1`, before or after the hash, makes this
 * device the wall. Both are removed from the address.
 */
const { parts, path, query } = parse(location.hash)
const { key, wall = new URLSearchParams(location.search).get('wall'), ...rest } = query
if (wall) device.wall = wall === '1'
if (parts[0] === 'enter' && key) {
  session.signIn(key)
  router.go('/', {}, true)
} else if (query.wall) router.go(path, rest, true)

device.mark()
// Before the first screen, which waits for the answer.
rev.start()
void language.load(appearance?.language ?? 'auto').then(() => mount(App, { target: document.getElementById('app')! }))
installServiceWorker(() => routes.forEach((route) => void route.load().catch(() => {})))
requestPushRenewal()
if ('mantelKiosk' in window)
  void import('./shell/KioskConnection.svelte').then(({ default: KioskConnection }) =>
    mount(KioskConnection, { target: document.body }),
  )
