import { flushSync, mount, unmount, type Component } from 'svelte'
import { afterEach } from 'vitest'
import './styles/tokens.css'
import './styles/base.css'

const undo: (() => unknown)[] = []

/** Shows a component in a box of the page, until the test ends; its sizes are in px. */
export function show<P extends Record<string, unknown>>(
  component: Component<P>,
  props: P,
  { width, height }: { width?: number; height?: number } = {},
): void {
  const box = document.body.appendChild(document.createElement('div'))
  Object.assign(box.style, { display: 'flex', width: `${width}px`, height: `${height}px` })
  const shown = mount(component, { target: box, props })
  flushSync()
  undo.push(
    () => unmount(shown),
    () => box.remove(),
  )
}

afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})
