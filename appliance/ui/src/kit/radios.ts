import { onDestroy } from 'svelte'

const free: string[] = []
let made = 0

/**
 * What the radio buttons of a component are named, so that one is chosen at a time. The name is given back when the component
 * goes: Chromium keeps a group for every name it has met, for as long as the page lives.
 */
export function groupName(): string {
  const name = free.pop() ?? `radios-${(made += 1)}`
  onDestroy(() => free.push(name))
  return name
}
