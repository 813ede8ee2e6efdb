import { language } from './i18n/language.svelte'

/** A wall stays open for months and checks for a new version this often. */
const CHECK_MS = 60 * 60_000

/** Whether a newer version of the page is installed; a reload shows it. */
class Update {
  #ready = $state(false)
  #missing = $state(false)

  get ready(): boolean {
    return this.#ready
  }

  /** Whether a module could not be loaded: the network failed, or the server has a newer version. */
  get missing(): boolean {
    return this.#missing
  }

  markMissing(): void {
    this.#missing = true
  }

  /** The first worker is not an update, nor is the first of another language. */
  follow(registration: ServiceWorkerRegistration): void {
    let last = languageOf(registration.active)
    registration.addEventListener('updatefound', () => {
      const installing = registration.installing
      installing?.addEventListener('statechange', () => {
        if (installing.state !== 'activated') return
        this.#ready = languageOf(installing) === last
        last = languageOf(installing)
      })
    })
    const check = () => void (document.hidden || registration.update().catch(() => {}))
    setInterval(check, CHECK_MS)
    document.addEventListener('visibilitychange', check)
    addEventListener('online', check)
  }
}

export const update = new Update()

function languageOf(worker: ServiceWorker | null): string | null {
  return worker && new URL(worker.scriptURL).searchParams.get('language')
}

/** After the start. */
const PREFETCH_AFTER_MS = 4_000

/**
 * Makes the page available offline: by a service worker on https and localhost, once the first screen is `shown`. On
 * plain http, where none is allowed, an open page loads all of its files once.
 */
export function installServiceWorker(shown: Promise<void>): void {
  // The build sends it for each part that cannot be loaded, a script or a style, whoever asked for it.
  addEventListener('vite:preloadError', () => update.markMissing())
  if (!import.meta.env.PROD) return
  if ('serviceWorker' in navigator) void shown.then(registerWorker)
  else setTimeout(() => void import('./fetchAll').then(({ fetchAll }) => fetchAll()), PREFETCH_AFTER_MS)
}

/** The worker stores the messages of the language that its address names. */
function registerWorker(): void {
  let followed: ServiceWorkerRegistration | undefined
  const register = async (tag: string) => {
    const registration = await navigator.serviceWorker.register(`/sw.js?language=${tag}`)
    if (registration !== followed) update.follow((followed = registration))
  }
  $effect.root(() => {
    $effect(() => {
      // Without it the page works while the server is reachable.
      void register(language.tag).catch(() => {})
    })
  })
}
