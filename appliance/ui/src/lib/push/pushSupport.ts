/** Why this browser cannot receive push messages. */
export type Obstacle = 'insecure' | 'install' | 'old' | 'unsupported' | 'denied'

export interface Browser {
  /** Whether this is a secure context (https or localhost). */
  secure: boolean
  /** Whether the browser has all APIs that push needs. */
  supported: boolean
  /** On Apple devices, whether the page was opened from the home screen; otherwise undefined. */
  standalone: boolean | undefined
  permission: NotificationPermission | undefined
}

/** The first obstacle, in the order in which a person can remove them. */
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
