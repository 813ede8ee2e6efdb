import type { NewPlace } from '$lib/api/types'

export type PlaceKind = NewPlace['kind']

export const KINDS = ['folder', 'smb', 'webdav', 'sftp', 's3'] as const satisfies readonly PlaceKind[]

/** How an address of each kind looks. */
export const EXAMPLES: Record<PlaceKind, string> = {
  folder: '/media/stick/mantel',
  smb: '//nas/family/mantel',
  webdav: 'https://cloud.example.com/remote.php/dav/files/anna',
  sftp: 'sftp://nas.local/backups',
  s3: 'https://s3.example.com/bucket/mantel',
}

export interface PlaceDraft {
  kind: PlaceKind
  address: string
  user: string
  password: string
  passphrase: string
}

export const emptyPlace = (): PlaceDraft => ({ kind: 'folder', address: '', user: '', password: '', passphrase: '' })

/** What is sent: a folder has no user, and what is empty is left out. */
export function placeRequest({ kind, address, user, password, passphrase }: PlaceDraft): NewPlace {
  const signIn = kind === 'folder' ? {} : { user: user.trim() || null, password: password || null }
  return { kind, address: address.trim(), ...signIn, passphrase: passphrase || null }
}

/** The same, for a household that has nothing stored yet. */
export const restoreRequest = (draft: PlaceDraft) => ({ ...placeRequest(draft), passphrase: draft.passphrase })

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Twenty characters that are easy to read from paper: 98 bits. */
export function newPassphrase(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(20))
  const letters = Array.from(numbers, (number) => LETTERS[number % LETTERS.length])
  return [0, 5, 10, 15].map((at) => letters.slice(at, at + 5).join('')).join('-')
}
