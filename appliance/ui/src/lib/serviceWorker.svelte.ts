/** A wall stays open for months, and looks for a new version this often. */
const CHECK_MS = 60 * 60_000
/** As Chromium, Firefox and Safari say that a module could not be had. */
const MISSING = /imported module|Importing a module/

/** Whether a newer version of the page lies ready; loading the page again shows it. */
class Update {
  #ready = $state(false)
  #missing = $state(false)

  get ready(): boolean {
    return this.#ready
  }

  /** Whether a part of the page did not arrive: the network broke off, or the house has a newer one. */
  get missing(): boolean {
    return this.#missing
  }

  markMissing(): void {
    this.#missing = true
  }

  /** The first worker is not an update: the page came with it. */
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

/** Once the first screen is there and drawn. */
const PREFETCH_AFTER_MS = 4_000

/**
 * Keeps the page on this device: by a service worker on https and on localhost. Browsers allow none on plain http; there
 * `fetchAll` fetches every screen once, so that an open page has them when the house is out of reach.
 */
export function installServiceWorker(fetchAll: () => void): void {
  addEventListener('unhandledrejection', ({ reason }) => {
    if (MISSING.test(reason)) update.markMissing()
  })
  if (!import.meta.env.PROD) return
  if ('serviceWorker' in navigator) {
    navigator.serviceWorker.register('/sw.js').then(
      (registration) => update.follow(registration),
      () => {
        // Without it the page works while the house answers.
      },
    )
  } else setTimeout(fetchAll, PREFETCH_AFTER_MS)
}
