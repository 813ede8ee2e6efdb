import { afterNextPaint } from './touch/motion'

/** Longer animations are decoration: a slideshow's picture, a spinner. */
const LONGEST_ANIMATION_MS = 2_000

let underway = 0

/**
 * Counts work whose result the page has not drawn yet, from now until it ends. While anything is counted, the page says
 * so: `<html data-busy>`. A program that operates the page waits for its absence. What lasts does not count: the event
 * stream, timers between two polls, changes that wait for a connection.
 */
export function busy<T>(work: Promise<T>): Promise<T> {
  // Tests in Node have no page.
  if (typeof requestAnimationFrame === 'undefined') return work
  underway += 1
  document.documentElement.dataset.busy = ''
  void work.then(ended, ended)
  return work
}

/** Counts animations and transitions that end by themselves. */
export function watchAnimations(): void {
  const started = ({ target }: Event) => {
    for (const animation of (target as Element).getAnimations())
      if (Number(animation.effect?.getComputedTiming().endTime) < LONGEST_ANIMATION_MS) void busy(animation.finished)
  }
  for (const event of ['animationstart', 'transitionrun']) addEventListener(event, started)
}

/** What follows from the work, such as a request of a new screen or a measured size, begins within two frames. */
async function ended(): Promise<void> {
  underway -= 1
  if (underway > 0) return
  await afterNextPaint()
  await afterNextPaint()
  if (underway === 0) delete document.documentElement.dataset.busy
}
