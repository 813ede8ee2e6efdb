/** How a device without a key comes in. A passkey asks for nothing more, so it has no page of its own. */
export type SignInMethod = 'pair' | 'recovery' | 'key'
