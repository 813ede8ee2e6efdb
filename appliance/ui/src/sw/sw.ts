/// <reference lib="webworker" />
/**
 * The service worker: keeps the page itself on the device, so that it opens while the house is out of reach. What the
 * household said is kept by the page (lib/db), not here. Browsers run it on https and on localhost only; on plain http a
 * page stays usable for as long as it is open.
 */
import './push'

const worker = self as unknown as ServiceWorkerGlobalScope

/** Filled in by the build: every file the screens are made of, and a name that changes with them. */
declare const __SHELL__: { name: string; files: string[] }

const PREFIX = 'mantel-shell-'
/** A page that is still open may yet ask for a screen of the version before. */
const SHELLS_KEPT = 2
/** How long an opening page waits for the house before it makes do with what is here. */
const PAGE_TIMEOUT_MS = 2_500
const shell = PREFIX + __SHELL__.name

worker.addEventListener('install', (event) => {
  event.waitUntil(cacheShell().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldShells().then(() => worker.clients.claim()))
})

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== worker.location.origin) return
  if (mode === 'navigate' && pathname === '/') event.respondWith(page(event.request))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request))
})

async function cacheShell(): Promise<void> {
  const cache = await caches.open(shell)
  const missing = []
  // A file whose name carries its hash never changes: what an earlier version brought need not come again.
  for (const file of __SHELL__.files) {
    const known = file.startsWith('/assets/') ? await caches.match(file) : undefined
    if (known) await cache.put(file, known)
    else missing.push(file)
  }
  await cache.addAll(missing)
}

async function deleteOldShells(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== shell)
  await Promise.all(names.slice(0, Math.max(0, names.length - SHELLS_KEPT + 1)).map((name) => caches.delete(name)))
}

/** The house's page while it answers, so that an update is never missed; the kept one when it does not, or not soon. */
async function page(request: Request): Promise<Response> {
  const cached = await caches.match('/', { cacheName: shell })
  try {
    const answer = await fetch(request, cached ? { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) } : {})
    return answer.ok || !cached ? answer : cached
  } catch (failure) {
    if (cached) return cached
    throw failure
  }
}

async function asset(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}
