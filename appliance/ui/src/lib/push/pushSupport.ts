/** What stands between this browser and being pushed to. */
export type Obstacle = 'insecure' | 'install' | 'old' | 'unsupported' | 'denied'

export interface Browser {
  /** Whether the page came over https, or from this very machine. */
  secure: boolean
  /** Whether the browser has all that push needs. */
  supported: boolean
  /** On Apple's devices, whether the page was opened from the home screen; elsewhere undefined. */
  standalone: boolean | undefined
  permission: NotificationPermission | undefined
}

/** The first obstacle there is, in the order in which a person can remove them. */
export function obstacleOf({ secure, supported, standalone, permission }: Browser): Obstacle | null {
  if (!secure) return 'insecure'
  if (!supported) return standalone === undefined ? 'unsupported' : standalone ? 'old' : 'install'
  return permission === 'denied' ? 'denied' : null
}

export function currentBrowser(): Browser {
  return {
    secure: isSecureContext,
    supported: 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis,
    standalone: (navigator as { standalone?: boolean }).standalone,
    permission: globalThis.Notification?.permission,
  }
}

/** Whether two keys are the same: as a browser has it, and as the house writes it in base64url. */
export function sameKey(bytes: ArrayBuffer | null | undefined, text: string): boolean {
  if (!bytes) return false
  const known = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return known.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '') === text.replace(/=+$/, '')
}
