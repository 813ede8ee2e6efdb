/** How a device without a key signs in. A passkey needs no page of its own. */
export type SignInMethod = 'pair' | 'recovery' | 'key'
