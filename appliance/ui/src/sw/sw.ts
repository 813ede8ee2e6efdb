/// <reference lib="webworker" />
/**
 * The service worker: stores the page's files on the device, so that it opens while the server is unreachable.
 * Responses of the API are cached by the page (lib/storage), not here. Browsers allow it on https and localhost only.
 */
import './push'

const worker = self as unknown as ServiceWorkerGlobalScope

/** Set by the build: all files of the screens, those of each language, and a name that changes with them. */
declare const __SHELL__: { name: string; files: string[]; messages: Record<string, string[]> }

const PREFIX = 'mantel-shell-'
/** A page that is still open may need files of the previous version. */
const SHELLS_KEPT = 2
/** How long a navigation waits for the server before it uses the stored page. */
const PAGE_TIMEOUT_MS = 2_500
/** The page names its language in the worker's address, so that a device stores one language. */
const language = new URL(worker.location.href).searchParams.get('language') ?? ''
const shell = `${PREFIX}${__SHELL__.name}-${language}`
const files = [...__SHELL__.files, ...(__SHELL__.messages[language] ?? [])]

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
  // A file with a hash in its name never changes: reuse it from the previous version.
  for (const file of files) {
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

/** The server's page while it answers, so that updates appear; otherwise the stored one. */
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
