/** The sheets of a list, in one file that is fetched after the list is drawn. */
export { default as GroupsSheet } from './detail/GroupsSheet.svelte'
export { default as ListSheet } from './overview/ListSheet.svelte'
