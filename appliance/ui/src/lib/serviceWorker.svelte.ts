/** A wall stays open for months and checks for a new version this often. */
const CHECK_MS = 60 * 60_000
/** Error messages of Chromium, Firefox and Safari for a module that could not be loaded. */
const MISSING = /imported module|Importing a module/

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

  /** The first worker is not an update. */
  follow(registration: ServiceWorkerRegistration): void {
    let updating = registration.active !== null
    registration.addEventListener('updatefound', () => {
      const installing = registration.installing
      installing?.addEventListener('statechange', () => {
        if (installing.state !== 'activated') return
        this.#ready = updating
        updating = true
      })
    })
    const check = () => void (document.hidden || registration.update().catch(() => {}))
    setInterval(check, CHECK_MS)
    document.addEventListener('visibilitychange', check)
    addEventListener('online', check)
  }
}

export const update = new Update()

/** After the start. */
const PREFETCH_AFTER_MS = 4_000

/**
 * Makes the page available offline: by a service worker on https and localhost, once the first screen is `shown`. On
 * plain http, where none is allowed, `fetchAll` loads every screen once, so that an open page has them all.
 */
export function installServiceWorker(shown: Promise<void>, fetchAll: () => void): void {
  addEventListener('unhandledrejection', ({ reason }) => {
    if (MISSING.test(reason)) update.markMissing()
  })
  if (!import.meta.env.PROD) return
  if ('serviceWorker' in navigator) {
    void shown
      .then(() => navigator.serviceWorker.register('/sw.js'))
      .then(
        (registration) => update.follow(registration),
        () => {
          // Without it the page works while the server is reachable.
        },
      )
  } else setTimeout(fetchAll, PREFETCH_AFTER_MS)
}
