/** What only some boards show. */
export { default as BoardNotes } from './BoardNotes.svelte'
export { default as FamilyCard } from './FamilyCard.svelte'
export { default as NoPeople } from './NoPeople.svelte'
