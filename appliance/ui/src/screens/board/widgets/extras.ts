/** What only some boards show. */
export { default as Goal } from './Goal.svelte'
export { default as NoPeople } from '../NoPeople.svelte'
export { default as Lists } from './Lists.svelte'
export { default as Notes } from './Notes.svelte'
