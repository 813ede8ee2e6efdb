declare module 'virtual:messages' {
  /** The addresses of each language's messages: those of the first screens, and the rest. */
  export const files: Readonly<Record<string, readonly [core: string, rest: string]>>
  /** The share of the messages that each language but English has, in percent. */
  export const shares: Readonly<Record<string, number>>
}
