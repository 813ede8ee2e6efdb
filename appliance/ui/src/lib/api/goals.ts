import { resource } from '../http/resource.svelte'

/** What members save for, and the family's goal. */
export const goals = resource('/api/goals')
