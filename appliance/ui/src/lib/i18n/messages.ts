export type Messages = { [key: string]: string | Messages }

/** The loaded messages of the UI's language. */
let messages: Messages = {}

export function setMessages(loaded: Messages): void {
  messages = loaded
}

/** A message or its forms; undefined where it is not loaded. */
export function messageOf(key: string): string | Messages | undefined {
  let found: string | Messages | undefined = messages
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return found
}
