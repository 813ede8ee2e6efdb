import { language } from '$lib/i18n/language.svelte'

/** What a family adds to its board. */
export { default as Countdowns } from './Countdowns.svelte'
export { default as Leaders } from './Leaders.svelte'
export { default as List } from './List.svelte'
export { default as Photo } from './Photo.svelte'
export { default as Waiting } from './Waiting.svelte'
export { default as Week } from './Week.svelte'

/** Its words are not among those of the first screens. */
export const loadMeals = () =>
  language.loadRest().then(() => import('./Meals.svelte').then(({ default: Meals }) => Meals))
