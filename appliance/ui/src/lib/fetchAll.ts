/** Files of the page that are loaded at the same time, so that a tap meanwhile finds a free connection. */
const AT_ONCE = 2
const RETRY_MS = 15_000

/**
 * Loads every file of the page into this document, which has no service worker on plain http: what a tap needs later is
 * there when the connection is lost. Files that cannot be loaded are tried again until all are there.
 */
export async function fetchAll(): Promise<void> {
  for (let missing = await listed(); missing.length > 0;) {
    const queue = [...missing]
    missing = []
    const worker = async () => {
      for (let file = queue.shift(); file; file = queue.shift()) if (!(await load(file))) missing.push(file)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    if (missing.length > 0) await pause()
  }
  document.documentElement.dataset.loaded = 'all'
}

/** The files that the service worker stores too. */
async function listed(): Promise<string[]> {
  for (;;) {
    const answer = await fetch('/shell.json', { cache: 'no-cache' }).catch(() => null)
    if (answer?.ok) return (await answer.json()) as string[]
    await pause()
  }
}

/** Into the browser's cache first: a module that fails once may never load in this document. */
async function load(file: string): Promise<boolean> {
  const stored = await fetch(file)
    .then(async (answer) => answer.ok && !!(await answer.arrayBuffer()))
    .catch(() => false)
  const rel = file.endsWith('.js') ? 'modulepreload' : file.endsWith('.css') ? 'stylesheet' : ''
  if (stored && rel && !document.head.querySelector(`link[href="${file}"]`)) {
    const link = Object.assign(document.createElement('link'), { rel, crossOrigin: '', href: file })
    const settled = new Promise((resolve) => (link.onload = link.onerror = resolve))
    document.head.append(link)
    await settled
  }
  return stored
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, RETRY_MS))
}
