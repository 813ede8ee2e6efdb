/** What a browser can do with this page, and what is the next step towards all of it. */
export interface Browser {
  /** A secure context: https, or the machine itself. */
  secure: boolean
  /** The page is opened by a service worker, which has it without a connection too. */
  worker: boolean
  /** It runs from the home screen. */
  installed: boolean
  /** It receives push messages. */
  notified: boolean
  /** Push messages are not possible here, whatever is set. */
  noPush: boolean
}

export type Ability = 'use' | 'offline' | 'install' | 'notify' | 'camera' | 'passkey'
export type Step = 'secure' | 'install' | 'notify' | 'none'

/** Each ability with its state: it works, it waits for a step, or this browser cannot do it. */
export function abilitiesOf(browser: Browser): [Ability, 'works' | 'waits' | 'never'][] {
  const secured = browser.secure ? 'works' : 'waits'
  return [
    ['use', 'works'],
    ['offline', browser.worker ? 'works' : 'waits'],
    ['install', browser.installed ? 'works' : 'waits'],
    ['notify', browser.notified ? 'works' : browser.secure && browser.noPush ? 'never' : 'waits'],
    ['camera', secured],
    ['passkey', secured],
  ]
}

/** One step, in the order in which they build on each other. */
export function nextStep(browser: Browser): Step {
  if (!browser.secure) return 'secure'
  if (!browser.installed) return 'install'
  return browser.notified || browser.noPush ? 'none' : 'notify'
}
