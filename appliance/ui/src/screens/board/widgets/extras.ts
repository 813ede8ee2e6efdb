/** What not all boards show, and what may come a moment later: its place is kept. */
export { default as Goal } from './Goal.svelte'
export { default as NoPeople } from '../NoPeople.svelte'
export { default as Lists } from './Lists.svelte'
export { default as Notes } from './Notes.svelte'
export { default as Weather } from './Weather.svelte'
